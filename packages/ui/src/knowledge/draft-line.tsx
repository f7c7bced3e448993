import { type SummaryDraft, VETO_REASON_MAX } from '@guilde/contracts/knowledge.ts';
import { useState } from 'react';
import { errorMessage } from '../api.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Field, FormError } from '../kit/field.tsx';
import { Textarea } from '../kit/textarea.tsx';
import { useVeto } from './data.ts';

type LineProps = { draft: SummaryDraft; line: SummaryDraft['lines'][number]; place: number };

/** A sentence, which one tap leaves out or takes back. */
export function DraftLine({ draft, line, place }: LineProps) {
  const veto = useVeto(draft.sosId);
  const { text, isVetoed } = line;
  const toggle = () =>
    veto.mutate(
      { seen: draft.seen, place, isVetoed: !isVetoed, reason: '' },
      { onSuccess: () => announce(isVetoed ? 'Phrase remise.' : 'Phrase écartée.') },
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
          {isVetoed ? 'Remettre' : 'Écarter'}
        </Button>
      )}
      {isVetoed && !draft.isOver && <Reason draft={draft} line={line} place={place} />}
      <FormError>{veto.error && errorMessage(veto.error)}</FormError>
    </li>
  );
}

function Reason({ draft, line, place }: LineProps) {
  const veto = useVeto(draft.sosId);
  const [reason, setReason] = useState(line.reason);
  const send = () =>
    veto.mutate(
      { seen: draft.seen, place, isVetoed: true, reason: reason.trim() },
      { onSuccess: () => announce('Envoyé à l’équipe.') },
    );
  const isSent = line.reason !== '' && line.reason === reason.trim();
  return (
    <form
      className="grid justify-items-start gap-2 sm:col-span-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label="Pourquoi ?" optional hint="Lu par l’équipe seulement, sans ton nom." className="w-full">
        <Textarea
          value={reason}
          maxLength={VETO_REASON_MAX}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        size="sm"
        variant="outline"
        loading={veto.isPending}
        disabled={reason.trim() === '' || isSent}
      >
        {isSent ? 'Envoyé' : 'Envoyer à l’équipe'}
      </Button>
      <FormError>{veto.error && errorMessage(veto.error)}</FormError>
    </form>
  );
}
