import { OUTCOME_ANSWERS, type OutcomeAnswer } from '@guilde/contracts/outcomes/rules.ts';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { StateIcon } from '../kit/state-badge.tsx';
import { ANSWER_STATES } from './outcome-badge.tsx';

export function AnswerButtons({
  pending,
  onAnswer,
  className,
}: {
  /** The button of the answer that is being sent shows that it waits. */
  pending: OutcomeAnswer | undefined;
  onAnswer: (answer: OutcomeAnswer) => void;
  className?: string;
}) {
  return (
    <fieldset aria-label="Est-ce que ça tient ?" className={cn('grid min-w-0 gap-2', className)}>
      {OUTCOME_ANSWERS.map(({ id, label }) => (
        <Button
          key={id}
          variant="outline"
          size="lg"
          disabled={pending !== undefined}
          loading={pending === id}
          onClick={() => onAnswer(id)}
        >
          {pending !== id && <StateIcon state={ANSWER_STATES[id]} className="size-4.5" />}
          <span>{label}</span>
        </Button>
      ))}
    </fieldset>
  );
}
