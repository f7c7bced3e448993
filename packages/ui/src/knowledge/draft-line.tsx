import { type SummaryDraft, VETO_REASON_MAX } from '@guilde/contracts/knowledge/rules.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorMessage } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Field, FormError } from '../kit/field.tsx';
import { Textarea } from '../kit/textarea.tsx';
import { useVeto } from './data.ts';

type LineProps = { draft: SummaryDraft; line: SummaryDraft['lines'][number]; place: number };

/** One tap leaves the sentence out or takes it back. */
export function DraftLine({ draft, line, place }: LineProps) {
  const veto = useVeto(draft.sourceId);
  const { text, isVetoed } = line;
  const toggle = () =>
    veto.mutate(
      { seen: draft.seen, place, isVetoed: !isVetoed, reason: '' },
      { onSuccess: () => announce(isVetoed ? 'Phrase rétablie.' : 'Phrase écartée.') },
    );
  return (
    <li
      className={cn(
        'grid gap-3 rounded-lg border bg-card px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start',
        isVetoed && 'border-dashed bg-transparent',
      )}
    >
      <p
        id={`phrase-${place}`}
        className={cn('leading-relaxed wrap-anywhere', isVetoed && 'text-muted-foreground line-through')}
      >
        {text}
      </p>
      {draft.isOver ? (
        isVetoed && <span className="text-sm text-muted-foreground">Écartée</span>
      ) : (
        <Button
          size="sm"
          variant="outline"
          className="justify-self-start"
          aria-describedby={`phrase-${place}`}
          aria-disabled={veto.isPending}
          onClick={() => !veto.isPending && toggle()}
        >
          {isVetoed ? 'Rétablir' : 'Écarter'}
        </Button>
      )}
      {isVetoed && !draft.isOver && <Reason draft={draft} line={line} place={place} />}
      <FormError>{veto.error && errorMessage(veto.error)}</FormError>
    </li>
  );
}

/** The reason is optional: the field opens on request, and closes once it is sent. */
function Reason({ draft, line, place }: LineProps) {
  const veto = useVeto(draft.sourceId);
  const [reason, setReason] = useState(line.reason);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const open = () => {
    flushSync(() => setOpen(true));
    field.current?.focus();
  };
  const close = () => {
    flushSync(() => setOpen(false));
    opener.current?.focus();
  };
  const send = () =>
    veto.mutate(
      { seen: draft.seen, place, isVetoed: true, reason: reason.trim() },
      {
        onSuccess: () => {
          announce('Envoyé à l’équipe.');
          close();
        },
      },
    );
  if (!isOpen)
    return (
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-muted-foreground sm:col-span-2">
        {line.reason !== '' && (
          <p className="wrap-anywhere">{`Ton motif, lu par l’équipe seulement\u00a0: «\u00a0${line.reason}\u00a0»`}</p>
        )}
        <Button
          ref={opener}
          variant="link"
          size="sm"
          className="px-0"
          aria-describedby={`phrase-${place}`}
          onClick={open}
        >
          {line.reason === '' ? 'Dire pourquoi à l’équipe' : 'Modifier ton motif'}
        </Button>
      </div>
    );
  const isSame = reason.trim() === line.reason;
  return (
    <form
      className="grid justify-items-start gap-3 sm:col-span-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label="Pourquoi ?" optional hint="Lu par l’équipe seulement, sans ton nom." className="w-full">
        <Textarea
          ref={field}
          value={reason}
          maxLength={VETO_REASON_MAX}
          rows={2}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={veto.isPending} disabled={isSame}>
          Envoyer à l’équipe
        </Button>
        <Button size="sm" variant="outline" disabled={veto.isPending} onClick={close}>
          Annuler
        </Button>
      </div>
      <FormError>{veto.error && errorMessage(veto.error)}</FormError>
    </form>
  );
}
