import { errorText } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles.ts';
import { type HelperToRate, RATING_COMMENT_MAX, RATING_LABELS } from '@guilde/contracts/ratings.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { DialogContent, DialogFooter } from '../kit/dialog.tsx';
import { Field, FormError } from '../kit/field.tsx';
import { Progress } from '../kit/progress.tsx';
import { StarRating } from '../kit/star-rating.tsx';
import { Textarea } from '../kit/textarea.tsx';
import { type Answer, answerFor, remainingRatings, useAnswers } from './answers.ts';

export type RatingStepsProps = {
  sosId: string;
  /** At least one. */
  helpers: HelperToRate[];
  busy: boolean;
  failure: string | null;
  onSubmit: () => void;
  onLeave: () => void;
};

/** One helper after the other. Leaving midway is refused with the number that remain; going back keeps every answer. */
export function RatingSteps({ sosId, helpers, busy, failure, onSubmit, onLeave }: RatingStepsProps) {
  const { answers, answer } = useAnswers(sosId);
  const [asked, setStep] = useState(0);
  const [warned, setWarned] = useState(false);
  const step = Math.min(asked, helpers.length - 1);
  const helper = helpers[step] as HelperToRate;
  const { member } = helper;
  const remaining = remainingRatings(helpers, answers);
  const position = `${step + 1} sur ${helpers.length}`;
  const isLast = step === helpers.length - 1;
  const refuse = (event: Event) => {
    event.preventDefault();
    setWarned(true);
  };
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    answer(member.id, { confirmed: true });
    setWarned(false);
    if (isLast) onSubmit();
    else setStep(step + 1);
  };
  return (
    <DialogContent
      title={`Comment s’est passée l’aide de ${member.firstName || memberName(member)} ?`}
      description={position}
      dismissible={false}
      onEscapeKeyDown={refuse}
      onInteractOutside={refuse}
    >
      <form className="grid gap-5" onSubmit={goOn}>
        <Progress value={step + 1} max={helpers.length} label="Évaluations" />
        <HelperStep
          key={member.id}
          helper={helper}
          position={position}
          answer={answerFor(answers, member.id)}
          onAnswer={(change) => answer(member.id, change)}
          disabled={busy}
          focused={step > 0}
        />
        <FormError>{warned ? warning(remaining) : failure}</FormError>
        <DialogFooter>
          {step > 0 && (
            <Button variant="outline" disabled={busy} onClick={() => setStep(step - 1)}>
              Retour
            </Button>
          )}
          {remaining === helpers.length && step === 0 && (
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
      </form>
    </DialogContent>
  );
}

function warning(remaining: number): string {
  return remaining > 0
    ? errorText('RATINGS_INCOMPLETE', { remaining })
    : 'Tes évaluations ne sont pas encore envoyées.';
}

type HelperStepProps = {
  helper: HelperToRate;
  /** « 2 sur 3 » */
  position: string;
  answer: Answer;
  onAnswer: (change: Partial<Answer>) => void;
  disabled: boolean;
  /** Takes the focus when it appears, so that one hears who comes next. */
  focused: boolean;
};

function HelperStep({ helper, position, answer, onAnswer, disabled, focused }: HelperStepProps) {
  const { member, lastMessage } = helper;
  const name = memberName(member);
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (focused) group.current?.focus();
  }, [focused]);
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={`${name}, ${position}`}
      className="grid min-w-0 animate-fade-in gap-5 outline-none"
    >
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
        <blockquote className="line-clamp-3 border-l-2 pl-3 text-sm text-muted-foreground">
          <span className="sr-only">Dernier message : </span>
          {lastMessage}
        </blockquote>
      ) : (
        <p className="text-sm text-muted-foreground">N’a encore rien écrit dans la conversation.</p>
      )}
      <StarRating
        value={answer.rating}
        onChange={(rating) => onAnswer({ rating })}
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
          value={answer.comment}
          onChange={(event) => onAnswer({ comment: event.target.value })}
        />
      </Field>
    </fieldset>
  );
}
