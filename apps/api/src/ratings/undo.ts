import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { denyUndoResolution, type SosDetail } from '@guilde/contracts/sos/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, sql } from 'drizzle-orm';
import { enqueueSummary } from '../conversations/jobs.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import { excludedMembers } from '../sos/hidden-by-blocks.ts';
import { changeStatus } from '../sos/lifecycle.ts';
import { publishSos, visibleSos } from '../sos/queries.ts';
import { sosRequests } from '../sos/tables.ts';
import { resumeWaves } from '../sos/waves/waves.ts';
import { emitWebhook } from '../webhooks/emit.ts';
import { undoResolution } from './ratings.ts';
import { sosRatings } from './tables.ts';

type UndoDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>;

/** Ratings are neither counted nor shown to who received them while their resolution can be undone. */
export const isSettled = sql`${sosRatings.sosRequestId} not in (select id from ${sosRequests} where undo_until is not null)`;

/** A resolution that is not there any more was undone before. Throws SOS_NOT_YOURS, RESOLUTION_SETTLED. */
export function undoOwnResolution(
  deps: UndoDeps,
  viewer: Viewer,
  id: string,
  { resolvedAt }: { resolvedAt: string },
): Promise<SosDetail> {
  return deps.db.write(async (tx) => {
    const [sos, excludedBefore, [row]] = await Promise.all([
      visibleSos(tx.orm, viewer, id),
      excludedMembers(tx.orm).all({ id }),
      tx.orm.select({ undoUntil: sosRequests.undoUntil }).from(sosRequests).where(eq(sosRequests.id, id)),
    ]);
    if (sos.author?.id === viewer.id && !isSameInstant(sos.resolvedAt, resolvedAt)) return sos;
    refuseIf(denyUndoResolution(viewer.id, sos, deps.clock.now()));
    if (!row?.undoUntil) throw new AppError('RESOLUTION_SETTLED');
    await undoResolution(tx, id);
    const to = sos.conversation ? 'in_progress' : 'open';
    await changeStatus(tx, deps, sos, { to, memberId: viewer.id });
    await resumeWaves(tx, deps, id);
    return publishSos(tx, deps, id, { excludedBefore });
  });
}

function isSameInstant(one: string | null, other: string): boolean {
  return one !== null && Date.parse(one) === Date.parse(other);
}

/** The resolution stands: what it costs or sends follows. Nothing happens once it was undone, or a second time. */
export function settleResolution(
  deps: UndoDeps,
  { sosId, undoUntil }: JobPayloads['resolution.settle'],
): Promise<void> {
  return deps.db.write(async (tx) => {
    const [settled] = await tx.orm
      .update(sosRequests)
      .set({ undoUntil: null })
      .where(and(eq(sosRequests.id, sosId), eq(sosRequests.undoUntil, undoUntil)))
      .returning({ id: sosRequests.id });
    if (!settled) return;
    await countAfter(tx, deps, sosId);
    await enqueueSummary(tx, deps, sosId, { refresh: true });
    await emitWebhook(tx, deps, 'sos.resolved', sosId);
  });
}

async function countAfter(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, sosId: string): Promise<void> {
  const rated = await tx.orm
    .select({ id: sosRatings.ratedUserId })
    .from(sosRatings)
    .where(eq(sosRatings.sosRequestId, sosId));
  if (rated.length > 0) await jobs.enqueue(tx, 'ratings.count', { memberIds: rated.map(({ id }) => id) });
}
