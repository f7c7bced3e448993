import { denyAnswer, phaseOf, USEFUL, type Useful } from '@guilde/contracts/events/rules.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { RadioChips } from '../kit/chips.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { formatTime, plural } from '../kit/format.ts';
import { toOptions } from '../kit/options.ts';
import { Note } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { eventActs, type ShownEvent, useEventAct } from './data.ts';
import { ordinal } from './labels.ts';

/** Asks the one thing that the viewer can say now. */
export function EventAnswer({ event }: { event: ShownEvent }) {
  if (event.isHost || event.status !== 'published') return null;
  if (denyAnswer(event, event.now) === null) return <Answer event={event} />;
  const wasThere = event.seat?.state === 'going' && phaseOf(event, event.now) !== 'coming';
  if (wasThere) return <UsefulQuestion event={event} />;
  return <p className="text-sm text-muted-foreground">Cet événement est passé.</p>;
}

type Act = { say: 'going' | 'waiting' | 'declined' | 'confirm'; label: string; done: string; title?: string };

const COME: Act = { say: 'going', label: 'Je viens', done: 'C’est noté.' };
const STAY: Act = { ...COME, say: 'confirm', label: 'Oui' };
const LEAVE: Act = {
  ...{ say: 'declined', label: 'Je laisse ma place', done: 'Ta place est libre.' },
  title: 'Laisser ta place\u202f?',
};
const LEAVE_LIST: Act = {
  ...{ say: 'declined', label: 'Quitter la liste d’attente', done: 'C’est noté.' },
  title: 'Quitter la liste d’attente\u202f?',
};
const WAIT: Act = {
  say: 'waiting',
  label: 'Rejoindre la liste d’attente',
  done: 'C’est noté.',
};

/** Returns what is said to the viewer, and what they can answer; the first answer is the main one. */
function turnOf({ seat, taken, capacity, mustWait }: ShownEvent): { text: string; acts: Act[] } {
  if (seat?.offeredUntil)
    return {
      text: `Une place se libère. La prendre\u202f? Elle t’attend jusqu’à ${formatTime(seat.offeredUntil)}.`,
      acts: [COME, LEAVE],
    };
  if (seat?.state === 'waiting')
    return {
      text: `Liste d’attente\u00a0: tu es en ${ordinal(seat.position ?? 1)} position.`,
      acts: [LEAVE_LIST],
    };
  if (seat?.state === 'going')
    return seat.isAsked
      ? { text: 'Toujours partant\u202f?', acts: [STAY, LEAVE] }
      : { text: 'Tu viens.', acts: [LEAVE] };
  if (taken >= capacity) return { text: 'Complet. Rejoindre la liste d’attente\u202f?', acts: [WAIT] };
  return mustWait
    ? { text: 'Ta place passe par la liste d’attente. La rejoindre\u202f?', acts: [WAIT] }
    : { text: '', acts: [COME] };
}

/** The question before a seat is given up that may not come back; it is null where seats are free. */
function lossOf({ seat, taken, capacity }: ShownEvent, wholeSeries: boolean): string | null {
  if (wholeSeries) return 'Tu laisses ta place à chaque date, et tu ne la retrouveras peut-être pas.';
  if (seat?.state === 'waiting' && !seat.offeredUntil) return 'Si tu reviens, tu seras en fin de liste.';
  if (seat?.state === 'going' && taken < capacity) return null;
  return 'Ta place ira à la personne suivante, et tu ne la retrouveras peut-être pas.';
}

const FAILED = 'Impossible d’enregistrer ta réponse';
const PLACES = ['first', 'second'];

function Answer({ event }: { event: ShownEvent }) {
  const { id, clash } = event;
  const answer = useEventAct(id, eventActs.answer, FAILED);
  const confirm = useEventAct(id, eventActs.confirm, FAILED);
  const [wholeSeries, setWholeSeries] = useState(false);
  const [asked, setAsked] = useState<{ act: Act; loss: string } | null>(null);
  const { text, acts } = turnOf(event);
  const pending = answer.isPending || confirm.isPending;
  const send = async ({ say, done }: Act) => {
    await (say === 'confirm' ? confirm.run() : answer.run({ state: say, wholeSeries }));
    toast.success(done, { shownByPage: true });
  };
  const start = (act: Act) => {
    if (pending) return;
    const loss = act.title ? lossOf(event, wholeSeries) : null;
    setAsked(loss === null ? null : { act, loss });
    // The failure has been shown.
    if (loss === null) void send(act).catch(() => undefined);
  };
  return (
    <div className="grid gap-3">
      <p role="status" className="text-sm font-medium empty:hidden">
        {text}
      </p>
      {clash && acts[0] !== LEAVE && <ClashNote clash={clash} />}
      <SeriesChoice event={event} checked={wholeSeries} onChange={setWholeSeries} />
      {acts.map((act, place) => (
        // The next answer takes the place of the given one, and the focus stays.
        <Button
          key={PLACES[place]}
          variant={act.say === 'declined' ? 'outline' : 'hero'}
          aria-disabled={pending || undefined}
          onClick={() => start(act)}
        >
          {act.label}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          // Who got a seat meanwhile is not asked about the list any more.
          open={acts.includes(asked.act)}
          onOpenChange={() => setAsked(null)}
          title={asked.act.title}
          description={asked.loss}
          confirmLabel={asked.act.label}
          destructive
          onConfirm={() => send(asked.act)}
        />
      )}
    </div>
  );
}

export function ClashNote({ clash }: { clash: { id: string; title: string } }) {
  return (
    <Note tone="warning">
      Tu as déjà un événement à cette heure{'\u00a0'}:{' '}
      <Link to={paths.event(clash.id)} className="underline underline-offset-4">
        {clash.title}
      </Link>
    </Note>
  );
}

type SeriesProps = { event: ShownEvent; checked: boolean; onChange: (checked: boolean) => void };

export function SeriesChoice({ event: { series, now }, checked, onChange }: SeriesProps) {
  const left = series.filter(({ startsAt, status }) => status === 'published' && Date.parse(startsAt) > now);
  if (left.length < 2) return null;
  return (
    <Checkbox
      label="Toute la série"
      description={`${plural(left.length, 'date')} à venir`}
      checked={checked}
      onChange={(change) => onChange(change.target.checked)}
    />
  );
}

function UsefulQuestion({ event }: { event: ShownEvent }) {
  const { start } = useEventAct(event.id, eventActs.sayUseful, FAILED);
  return (
    <FieldGroup label="Ça t’a servi ?" hint="L’hôte ne voit que des totaux." single>
      <RadioChips<Useful>
        options={toOptions(USEFUL)}
        value={event.useful ?? undefined}
        onChange={(useful) => start(useful)}
      />
    </FieldGroup>
  );
}
