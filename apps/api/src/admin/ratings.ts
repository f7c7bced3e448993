import { ratingMeasureInput } from '@guilde/contracts/admin/input.ts';
import { denyRemoval } from '@guilde/contracts/admin/rules.ts';
import { refuseIf } from '@guilde/contracts/errors.ts';
import { ratingParams } from '@guilde/contracts/ratings/input.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { activeRating, removeRating } from '../ratings/removal.ts';
import { act, answersDone } from './act.ts';
import { storeRatingRemoval } from './cases/removals.ts';

const remove = act({
  ...answersDone,
  summary: 'Remove a rating, for a reason that its giver and the helper are sent',
  refusals: ['NOT_FOUND', 'RATING_REMOVED', 'REMOVAL_OWN', 'CASE_DECIDED'],
  params: ratingParams,
  input: ratingMeasureInput,
  needsProof: true,
  areas: ['users', 'reports'],
  run: async (acting, { ratingId }, order) => {
    const { deps, tx, viewer, record } = acting;
    const row = await activeRating(tx.orm, ratingId);
    const { raterId, ratedUserId } = row.rating;
    refuseIf(denyRemoval(viewer, raterId) ?? denyRemoval(viewer, ratedUserId));
    await removeRating(tx, deps.clock.now(), row.rating);
    const values = await storeRatingRemoval(acting, row, order);
    await record({
      action: 'rating.remove',
      subject: { type: 'sos', id: row.sos.id, label: row.sos.title },
      after: values,
      reason: order.reason,
    });
  },
});

export function ratingActRoutes(deps: Deps) {
  return new Hono<Env>().post('/:ratingId/remove', ...remove.handlers(deps));
}
