import { RATING_RULE } from '@guilde/contracts/reports/conduct.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/db.ts';
import type { standingRating } from '../../ratings/removal.ts';
import { caseDecisions, decisionRecipients } from '../../reports/tables.ts';
import type { Acting } from '../act.ts';
import { type Order, ratingRemovals, storeRemoval } from './removals.ts';

type Rated = Awaited<ReturnType<typeof standingRating>>;

/** Giver and helper each have a decision to contest, and hear when that of the other is reversed. */
export async function storeRatingRemoval(acting: Acting, { rating, sos }: Rated, order: Order) {
  const { raterId, ratedUserId } = rating;
  const effects = ratingRemovals(rating, sos.title);
  const given = await storeRemoval(acting, raterId, order, effects.given);
  // The helper broke no rule.
  const alone = { ...order, rule: RATING_RULE.id, caseId: undefined };
  const received = await storeRemoval(acting, ratedUserId, alone, effects.received);
  const told = [{ decisionId: given.id, memberId: ratedUserId }];
  if (raterId !== null) told.push({ decisionId: received.id, memberId: raterId });
  await acting.tx.orm.insert(decisionRecipients).values(told);
  return given.values;
}

/** The decision of the other ends with the one that is reversed. */
export async function endRatingRemovals(tx: Tx, now: number, ratingId: string): Promise<void> {
  await tx.orm
    .update(caseDecisions)
    .set({ endedAt: now })
    .where(and(eq(caseDecisions.contentId, ratingId), isNull(caseDecisions.endedAt)));
}
