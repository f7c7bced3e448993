import { AppError } from '@guilde/contracts/errors.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { sosRatings } from './tables.ts';
import { receivedBy } from './words.ts';

type Row = typeof sosRatings.$inferSelect;

/** @throws NOT_FOUND, RATING_REMOVED */
export async function activeRating(queries: Queries, id: string) {
  const [row] = await receivedBy(queries).where(eq(sosRatings.id, id));
  if (!row) throw new AppError('NOT_FOUND');
  if (row.rating.removedAt !== null) throw new AppError('RATING_REMOVED');
  return row;
}

export async function isActiveRating(queries: Queries, id: string): Promise<boolean> {
  return (await queries.$count(sosRatings, and(eq(sosRatings.id, id), isNull(sosRatings.removedAt)))) > 0;
}

/** The ratings that were published with it are left out until the next five (docs/specification.md#ratings). */
export async function removeRating(
  tx: Tx,
  now: number,
  { id, ratedUserId, publishedAt }: Row,
): Promise<void> {
  const isOfHelper = eq(sosRatings.ratedUserId, ratedUserId);
  if (publishedAt)
    await tx.orm
      .update(sosRatings)
      .set({ publishedAt: 0 })
      .where(and(isOfHelper, eq(sosRatings.publishedAt, publishedAt)));
  await tx.orm.update(sosRatings).set({ removedAt: now }).where(eq(sosRatings.id, id));
}

/** Resolves with false when it is gone with its SOS or resolution. */
export async function restoreRating(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, id: string): Promise<boolean> {
  const [back] = await tx.orm
    .update(sosRatings)
    .set({ removedAt: null })
    .where(and(eq(sosRatings.id, id), isNotNull(sosRatings.removedAt)))
    .returning({ memberId: sosRatings.ratedUserId });
  if (back) await jobs.enqueue(tx, 'ratings.count', { memberIds: [back.memberId] });
  return back !== undefined;
}
