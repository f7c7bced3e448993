import { RATING_PRIOR, type WeightReason } from '@guilde/contracts/ratings/rules.ts';

const DAY_MS = 86_400_000;
const WHOLE = 100;
/** What friends say of each other counts for a fifth. */
const FRIENDS = 20;
const MUTUAL_DAYS = 90;
/** Two may rate each other so often, both directions together. */
const MUTUAL_MAX = 3;
const SAME_GIVER_DAYS = 30;
const SAME_GIVER_MAX = 3;
const BURST_DAYS = 1;
const BURST_MAX = 8;

/** `giverId` is null once the account is gone; `at` is in milliseconds. */
export type Received = {
  id: string;
  giverId: string | null;
  at: number;
  /** `silent`: the helper wrote nothing. `branch`: giver and helper were one branch of young accounts then. */
  reason: WeightReason | null;
};

/** `percent` is 0 to 100. */
export type Weight = { percent: number; reason: WeightReason | null };

/**
 * Returns how much each rating of a helper counts in the score that others see (docs/specification.md#ratings).
 * `returned` are the helper's ratings of those who gave. The order of neither list matters.
 */
export function weightsOf(
  received: readonly Received[],
  returned: readonly Pick<Received, 'giverId' | 'at'>[],
): Map<string, Weight> {
  const counted = received.filter(({ reason }) => reason !== 'silent');
  return new Map(received.map((one) => [one.id, weightOf(one, counted, returned)]));
}

function weightOf(
  one: Received,
  counted: readonly Received[],
  returned: readonly Pick<Received, 'giverId' | 'at'>[],
): Weight {
  if (one.reason === 'silent') return { percent: 0, reason: 'silent' };
  if (one.reason === 'branch') return { percent: FRIENDS, reason: 'branch' };
  const ofGiver = counted.filter(({ giverId }) => giverId !== null && giverId === one.giverId);
  const back = within(returned, one, MUTUAL_DAYS).filter(({ giverId }) => giverId === one.giverId).length;
  if (back > 0 && back + within(ofGiver, one, MUTUAL_DAYS).length > MUTUAL_MAX)
    return { percent: FRIENDS, reason: 'mutual' };
  const share = Math.min(
    SAME_GIVER_MAX / within(ofGiver, one, SAME_GIVER_DAYS).length,
    BURST_MAX / within(counted, one, BURST_DAYS).length,
  );
  return share < 1
    ? { percent: Math.round(WHOLE * share), reason: 'burst' }
    : { percent: WHOLE, reason: null };
}

function within<T extends { at: number }>(list: readonly T[], { at }: { at: number }, days: number): T[] {
  return list.filter((other) => Math.abs(other.at - at) <= days * DAY_MS);
}

/**
 * Returns the score that others see, to one decimal: the weighted mean, as if `RATING_PRIOR` whole ratings had
 * said what the community says on average. `sum` and `weight` are in percent, so that 100 is one whole rating;
 * `prior` is a mean from 1 to 5.
 */
export function scoreOf({ sum, weight, prior }: { sum: number; weight: number; prior: number }): number {
  const extra = RATING_PRIOR * WHOLE;
  return Math.round(((sum + extra * prior) / (weight + extra)) * 10) / 10;
}
