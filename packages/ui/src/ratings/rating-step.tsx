import { errorText } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles.ts';
import { type HelperToRate, RATING_COMMENT_MAX, RATING_LABELS } from '@guilde/contracts/ratings.ts';
import { type FormEvent, useEffect, useRef } from 'react';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { DialogFooter } from '../kit/dialog.tsx';
import { Field, FormError } from '../kit/field.tsx';
import { Progress } from '../kit/progress.tsx';
import { StarRating } from '../kit/star-rating.tsx';
import { Textarea } from '../kit/textarea.tsx';
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

/** « Annuler » only before the first rating; « Plus tard » only when all are given and sending failed. */
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
    ? errorText('RATINGS_INCOMPLETE', { remaining })
    : 'Tes évaluations ne sont pas encore envoyées.';
}

type HelperFieldsProps = {
  helper: HelperToRate;
  /** « 2 sur 3 » */
  position: string;
  draft: RatingDraft;
  onChange: (change: Partial<RatingDraft>) => void;
  disabled: boolean;
};

/** Focuses the stars of each helper: screen readers read whom one rates. */
function HelperFields({ helper, position, draft, onChange, disabled }: HelperFieldsProps) {
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

function HelperFace({ helper: { member, lastMessage } }: { helper: HelperToRate }) {
  const name = memberName(member);
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
      {lastMessage ? (
        <blockquote className="line-clamp-3 border-l-2 pl-3 text-sm wrap-anywhere text-muted-foreground">
          <span className="sr-only">Dernier message : </span>
          {lastMessage}
        </blockquote>
      ) : (
        <p className="text-sm text-muted-foreground">
          N’a rien écrit dans la conversation{'\u00a0'}: cette résolution ne comptera pas parmi ses SOS
          résolus.
        </p>
      )}
    </>
  );
}
