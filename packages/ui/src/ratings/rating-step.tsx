import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { type HelperToRate, RATING_COMMENT_MAX, RATING_LABELS } from '@guilde/contracts/ratings/rules.ts';
import { BadgeCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { DialogFooter } from '../kit/dialog.tsx';
import { Field, FormError } from '../kit/field.tsx';
import { Progress } from '../kit/progress.tsx';
import { StarRating } from '../kit/star-rating.tsx';
import { Textarea } from '../kit/textarea.tsx';
import { useConfirmSolution } from './data.ts';
import type { RatingDraft } from './rating-drafts.ts';
import type { Resolution } from './resolution.ts';

type RatingStepProps = { resolution: Resolution; onLeave: () => void };

/** Leaving midway is refused with the number of missing ratings; going back keeps the answers. */
export function RatingStep({ resolution, onLeave }: RatingStepProps) {
  const { helper, step, position, count, busy, isWarned, failure } = resolution;
  if (!helper) return null;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    resolution.update({ confirmed: true });
    if (resolution.isLast) resolution.submit();
    else resolution.goOn();
  };
  return (
    <form className="grid gap-5" onSubmit={confirm}>
      <div aria-hidden>
        <Progress value={step + 1} max={count} label="Évaluations" />
      </div>
      <HelperFields
        key={helper.member.id}
        helper={helper}
        sosId={resolution.sosId}
        position={position}
        draft={resolution.helperDraft}
        onChange={resolution.update}
        disabled={busy}
      />
      <FormError>{isWarned ? warning(resolution.remaining) : failure}</FormError>
      <StepButtons resolution={resolution} onLeave={onLeave} />
    </form>
  );
}

/** « Annuler » is only before the first rating, « Plus tard » only when all are given and sending failed. */
function StepButtons({ resolution, onLeave }: RatingStepProps) {
  const { step, count, remaining, busy, failure, isLast } = resolution;
  return (
    <DialogFooter>
      {step > 0 && (
        <Button variant="outline" disabled={busy} onClick={resolution.goBack}>
          Retour
        </Button>
      )}
      {remaining === count && (
        <Button variant="outline" onClick={onLeave}>
          Annuler
        </Button>
      )}
      {failure && remaining === 0 && (
        <Button variant="ghost" disabled={busy} onClick={onLeave}>
          Plus tard
        </Button>
      )}
      <Button type="submit" loading={busy}>
        {isLast ? 'Terminer et marquer comme résolu' : 'Continuer'}
      </Button>
    </DialogFooter>
  );
}

function warning(remaining: number): string {
  return remaining > 0
    ? shownErrorText('RATINGS_INCOMPLETE', { remaining })
    : 'Tes évaluations ne sont pas encore envoyées.';
}

type HelperFieldsProps = {
  helper: HelperToRate;
  sosId: string;
  /** « 2 sur 3 » */
  position: string;
  draft: RatingDraft;
  onChange: (change: Partial<RatingDraft>) => void;
  disabled: boolean;
};

/** The stars of each helper get the focus, so that screen readers read whom one rates. */
function HelperFields({ helper, sosId, position, draft, onChange, disabled }: HelperFieldsProps) {
  const name = memberName(helper.member);
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => group.current?.querySelector<HTMLElement>('input:checked')?.focus(), []);
  return (
    <fieldset
      ref={group}
      aria-label={`${name}, ${position}`}
      className="grid min-w-0 animate-fade-in grid-cols-1 gap-5 outline-none"
    >
      <HelperFace helper={helper} />
      <SolutionsOf helper={helper} sosId={sosId} disabled={disabled} />
      <StarRating
        value={draft.rating}
        onChange={(rating) => onChange({ rating })}
        labels={RATING_LABELS}
        legend={`Note pour ${name}`}
        disabled={disabled}
      />
      <Field label="Commentaire" optional>
        <Textarea
          maxLength={RATING_COMMENT_MAX}
          rows={2}
          className="max-h-40 min-h-16"
          disabled={disabled}
          value={draft.comment}
          onChange={(event) => onChange({ comment: event.target.value })}
        />
      </Field>
    </fieldset>
  );
}

/** Shows who wrote what solved the problem; a proposal can be confirmed here. */
function SolutionsOf({
  helper: { solutions },
  sosId,
  disabled,
}: Pick<HelperFieldsProps, 'helper' | 'sosId' | 'disabled'>) {
  const confirm = useConfirmSolution(sosId);
  if (solutions.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label="Ce qui a marché">
      {solutions.map(({ messageId, content, isConfirmed }) => (
        <li key={messageId} className="grid gap-1.5 rounded-md border p-3 text-sm">
          <p className="flex items-center gap-1.5 font-medium text-success">
            <BadgeCheck className="size-4 shrink-0" />
            <span>{isConfirmed ? 'C’est ça qui a marché' : 'Proposé comme solution'}</span>
          </p>
          <blockquote className="line-clamp-3 wrap-anywhere text-muted-foreground">{content}</blockquote>
          {!isConfirmed && (
            <Button
              variant="outline"
              size="sm"
              className="w-fit"
              disabled={disabled}
              loading={confirm.isPending}
              onClick={() => confirm.mutate(messageId)}
            >
              C’est ça qui a marché
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function HelperFace({ helper: { member, lastMessage, solutions } }: { helper: HelperToRate }) {
  const name = memberName(member);
  // The message that solved it is quoted below.
  const isQuoted = solutions.some(({ content }) => content === lastMessage);
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={name} src={member.avatarUrl} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-1 font-medium">
            <span className="truncate">{name}</span>
            {member.isCertified && <CertifiedBadge />}
          </p>
          <p className="truncate text-sm text-muted-foreground">{member.storeName}</p>
        </div>
      </div>
      {lastMessage && !isQuoted && (
        <blockquote className="line-clamp-3 border-l-2 pl-3 text-sm wrap-anywhere text-muted-foreground">
          <span className="sr-only">Dernier message : </span>
          <span>{lastMessage}</span>
        </blockquote>
      )}
      {!lastMessage && (
        <p className="text-sm text-muted-foreground">
          Ce membre n’a rien écrit{'\u00a0'}: cette résolution ne comptera pas parmi ses SOS résolus.
        </p>
      )}
    </>
  );
}
