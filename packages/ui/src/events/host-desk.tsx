import { linkInput } from '@guilde/contracts/events/input.ts';
import {
  COHOSTS_MAX,
  denyAnswer,
  denyAttendance,
  denyChange,
  denyNotes,
  EVENT_LINK_MAX,
  EVENT_NOTES_MAX,
  EVENT_REASON_MAX,
  USEFUL,
} from '@guilde/contracts/events/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { proposedCategory } from '@guilde/contracts/sos/category-words.ts';
import { SOS_CATEGORIES, type SosCategory } from '@guilde/contracts/sos/rules.ts';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { Button } from '../kit/button.tsx';
import { Card, SectionHeader } from '../kit/card.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { RemovableChip } from '../kit/chips.tsx';
import { Field, FieldGroup } from '../kit/field.tsx';
import { focusTitleProps } from '../kit/focus-title.ts';
import { plural } from '../kit/format.ts';
import { Input } from '../kit/input.tsx';
import { toOptions } from '../kit/options.ts';
import { ActButton } from '../kit/reason-dialog.tsx';
import { Select } from '../kit/select.tsx';
import { StateBadge } from '../kit/state-badge.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { MemberActButton } from '../profiles/member-choice.tsx';
import { MemberRow } from '../profiles/member-row.tsx';
import { eventActs, type ShownEvent, useEventAct } from './data.ts';
import { SeriesChoice } from './event-answer.tsx';

const reason = { label: 'Motif', isRequired: true, maxLength: EVENT_REASON_MAX };

type Props = { event: ShownEvent };

export function HostDesk({ event }: Props) {
  const isOpen = denyAnswer({ ...event, isHost: false }, event.now) === null;
  const refusal = denyChange(event, event.now);
  const isMarking = denyAttendance(event, event.now) === null;
  return (
    <Card asChild className="grid grid-cols-1 gap-6">
      <section aria-label="Organisation">
        <div>
          <SectionHeader title="Organisation" titleProps={focusTitleProps} className="mb-1">
            <span className="flex flex-wrap gap-2">
              {refusal === null && (
                <Button asChild variant="outline" size="sm">
                  <Link to={paths.eventEdit(event.id)}>Modifier</Link>
                </Button>
              )}
              {refusal === 'EVENT_RUNNING' && event.kind !== 'meeting' && <ChangeLink event={event} />}
              {isOpen && <CancelEvent event={event} />}
            </span>
          </SectionHeader>
          <p className="text-sm text-muted-foreground">{answersText(event)}</p>
        </div>
        {(isOpen || !isMarking) && <Seats event={event} isOpen={isOpen} />}
        {isMarking && <Attendance key={event.seats?.length} event={event} />}
        {denyNotes(event, event.now) === null && <Notes event={event} />}
        {event.status !== 'cancelled' && <Cohosts event={event} />}
        {event.usefulSums && <UsefulSums sums={event.usefulSums} />}
      </section>
    </Card>
  );
}

function ChangeLink({ event }: Props) {
  const { run } = useEventAct(event.id, eventActs.changeLink);
  const [link, setLink] = useState(event.link ?? '');
  const [error, setError] = useState('');
  const change = async () => {
    const typed = linkInput.safeParse({ link });
    setError(typed.error?.issues[0]?.message ?? '');
    if (!typed.success) throw typed.error;
    await run(typed.data);
    toast.success('Lien changé');
  };
  return (
    <ActButton
      label="Changer le lien"
      confirmLabel="Enregistrer"
      title="Changer le lien de l’appel"
      description="Ceux qui viennent le voient aussitôt."
      onConfirm={change}
    >
      <Field label="Lien de l’appel" error={error}>
        <Input
          type="url"
          placeholder="https://"
          maxLength={EVENT_LINK_MAX}
          value={link}
          onChange={({ target }) => setLink(target.value)}
        />
      </Field>
    </ActButton>
  );
}

/** « 5 confirmés, 2 sans réponse » */
function answersText({ seats, waiting }: ShownEvent): string {
  const going = (seats ?? []).filter(({ state }) => state === 'going');
  const confirmed = going.filter(({ isConfirmed }) => isConfirmed).length;
  if (going.length === 0) return 'Personne ne vient encore.';
  return [
    plural(confirmed, 'confirmé'),
    ...(confirmed < going.length ? [`${going.length - confirmed} sans réponse`] : []),
    ...(waiting > 0 ? [`${waiting} en attente`] : []),
  ].join(', ');
}

function Seats({ event, isOpen }: Props & { isOpen: boolean }) {
  const add = useEventAct(event.id, eventActs.addSeat);
  const remove = useEventAct(event.id, eventActs.removeSeat);
  const seats = event.seats ?? [];
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <ul className="grid w-full divide-y empty:hidden">
        {seats.map(({ member, state, isConfirmed }) => (
          <MemberRow key={member.id} member={member}>
            <StateBadge state={state === 'waiting' ? 'waiting' : isConfirmed ? 'done' : 'active'}>
              {state === 'waiting' ? 'En attente' : isConfirmed ? 'Confirmé' : 'Sans réponse'}
            </StateBadge>
            {isOpen && (
              <ActButton
                label={`Retirer ${memberName(member)}`}
                icon={<UserMinus />}
                confirmLabel="Retirer"
                variant="ghost"
                title={`Retirer ${memberName(member)}\u202f?`}
                description="Ce membre reçoit ton motif, et sa place va au suivant."
                reason={reason}
                onConfirm={(text) => remove.run({ memberId: member.id, reason: text })}
              />
            )}
          </MemberRow>
        ))}
      </ul>
      {isOpen && (
        <MemberActButton
          label="Ajouter un participant"
          title="Ajouter un participant"
          description="Demande-lui d’abord. Ton motif lui est envoyé."
          reason={reason}
          excluded={[event.host, ...event.cohosts, ...seats.map(({ member }) => member)].map(
            (one) => one?.id,
          )}
          onConfirm={(memberId, text) => add.run({ memberId, reason: text })}
        />
      )}
    </div>
  );
}

function Cohosts({ event }: Props) {
  const { run, start, isPending } = useEventAct(event.id, eventActs.chooseCohosts);
  const { id: ownId } = useMember();
  const ids = event.cohosts.map(({ id }) => id);
  if (ids.includes(ownId))
    return (
      <ActButton
        destructive
        label="Ne plus coorganiser"
        confirmLabel="Ne plus coorganiser"
        title="Ne plus coorganiser ?"
        description="L’hôte seul peut te reprendre comme coorganisateur."
        onConfirm={() => run({ memberIds: ids.filter((id) => id !== ownId) })}
      />
    );
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="text-sm font-semibold">Coorganisateurs</h3>
      <div className="flex flex-wrap items-center gap-2">
        {event.cohosts.map((member) => (
          <RemovableChip
            key={member.id}
            removeLabel={`Retirer ${memberName(member)}`}
            // Before the answer, the list has still who was removed just now.
            onRemove={() => !isPending && start({ memberIds: ids.filter((id) => id !== member.id) })}
          >
            {memberName(member)}
          </RemovableChip>
        ))}
        {ids.length < COHOSTS_MAX && (
          <MemberActButton
            label="Ajouter un coorganisateur"
            title="Ajouter un coorganisateur"
            description="Il voit et fait comme toi, et ne compte pas dans les places."
            excluded={[event.host?.id, ...ids]}
            onConfirm={(memberId) => run({ memberIds: [...ids, memberId] })}
          />
        )}
      </div>
    </div>
  );
}

/** Only the host and the member see it. */
function Attendance({ event }: Props) {
  const mark = useEventAct(event.id, eventActs.markAttendance);
  const going = (event.seats ?? []).filter(({ state }) => state === 'going');
  const [absent, setAbsent] = useState<ReadonlySet<string>>(
    () => new Set(going.filter(({ attended }) => attended === false).map(({ member }) => member.id)),
  );
  if (going.length === 0) return null;
  const seats = going.map(({ member: { id } }) => ({ memberId: id, attended: !absent.has(id) }));
  return (
    <div className="grid grid-cols-1 gap-3">
      <FieldGroup label="Qui est venu ?" hint="Chacun ne voit que sa propre présence.">
        {going.map(({ member }) => (
          <Checkbox
            key={member.id}
            label={memberName(member)}
            checked={!absent.has(member.id)}
            onChange={(change) => {
              const rest = new Set(absent);
              if (change.target.checked) rest.delete(member.id);
              else rest.add(member.id);
              setAbsent(rest);
            }}
          />
        ))}
      </FieldGroup>
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        loading={mark.isPending}
        onClick={() => mark.start({ seats }, () => toast.success('Présence enregistrée'))}
      >
        Enregistrer la présence
      </Button>
    </div>
  );
}

/** They become an article, once who was there has read them and the team has approved it. */
function Notes({ event }: Props) {
  const { run } = useEventAct(event.id, eventActs.writeNotes);
  const [category, setCategory] = useState<SosCategory>(() => proposedCategory(event) ?? 'other');
  return (
    <div className="grid justify-items-start gap-3">
      <h3 className="text-sm font-semibold">Compte rendu</h3>
      <ActButton
        label="Écrire le compte rendu"
        confirmLabel="Envoyer"
        title="Écrire le compte rendu"
        description="Les participants ont 48 heures pour le relire, sans aucun nom. Ensuite, l’équipe le publie."
        reason={{ label: 'Ce qui s’est dit', isRequired: true, maxLength: EVENT_NOTES_MAX }}
        onConfirm={async (notes) => {
          await run({ notes, category });
          toast.success('Compte rendu envoyé');
        }}
      >
        <Field label="Catégorie">
          <Select
            options={toOptions(SOS_CATEGORIES)}
            value={category}
            onChange={(change) => setCategory(change.target.value as SosCategory)}
          />
        </Field>
      </ActButton>
    </div>
  );
}

function CancelEvent({ event }: Props) {
  const cancel = useEventAct(event.id, eventActs.cancel);
  const [wholeSeries, setWholeSeries] = useState(false);
  return (
    <ActButton
      destructive
      variant="ghost"
      label="Annuler"
      confirmLabel="Annuler l’événement"
      title="Annuler cet événement ?"
      description="Ceux qui viennent ou attendent sont prévenus, avec ton motif."
      reason={reason}
      onConfirm={(text) => cancel.run({ reason: text, wholeSeries })}
    >
      <SeriesChoice event={event} checked={wholeSeries} onChange={setWholeSeries} />
    </ActButton>
  );
}

function UsefulSums({ sums }: { sums: NonNullable<ShownEvent['usefulSums']> }) {
  return (
    <div className="grid gap-1 text-sm">
      <h3 className="font-semibold">Ça leur a servi ?</h3>
      <p className="text-muted-foreground">
        {USEFUL.map(({ id, label }) => `${label}\u00a0: ${sums[id]}`).join(' · ')}
      </p>
    </div>
  );
}
