import { type LastOutcome, lastOutcomeText, type OutcomeAnswer } from '@guilde/contracts/outcomes/rules.ts';
import { type State, StateBadge } from '../kit/state-badge.tsx';

export const ANSWER_STATES: Record<OutcomeAnswer, State> = { yes: 'done', partly: 'active', no: 'failed' };

/** An SOS without an answer has no badge. */
export function OutcomeBadge({ outcome, className }: { outcome: LastOutcome | null; className?: string }) {
  if (!outcome) return null;
  return (
    <StateBadge state={ANSWER_STATES[outcome.answer]} {...(className ? { className } : {})}>
      {lastOutcomeText(outcome)}
    </StateBadge>
  );
}
