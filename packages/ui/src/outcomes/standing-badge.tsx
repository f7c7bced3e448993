import { type OutcomeAnswer, type Standing, standingText } from '@guilde/contracts/outcomes/rules.ts';
import { type State, StateBadge } from '../kit/state-badge.tsx';

export const STANDING_STATES: Record<OutcomeAnswer, State> = { yes: 'done', partly: 'active', no: 'failed' };

/** An SOS without an answer has no badge. */
export function StandingBadge({ standing, className }: { standing: Standing | null; className?: string }) {
  if (!standing) return null;
  return (
    <StateBadge state={STANDING_STATES[standing.answer]} {...(className ? { className } : {})}>
      {standingText(standing)}
    </StateBadge>
  );
}
