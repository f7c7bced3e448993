import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { correctionInput } from '@guilde/contracts/ratings/input.ts';
import {
  CORRECTION_HOURS,
  denyCorrection,
  denyReply,
  type GivenRating,
  type ReceivedRating,
} from '@guilde/contracts/ratings/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { newestPage } from '../platform/paging.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from '../sos/tables.ts';
import { sosRatings } from './tables.ts';

const RECEIVED_PAGE = 20;

const toShown = ({ id, rating, comment, reply, createdAt, removedAt }: typeof sosRatings.$inferSelect) => ({
  ...{ id, rating, comment, reply },
  createdAt: iso(createdAt),
  isRemoved: removedAt !== null,
});

/** The list is empty for an SOS of somebody else. */
export function givenRatings(queries: Queries, viewer: Viewer, sosId: string): Promise<GivenRating[]> {
  return givenWhere(queries, viewer, eq(sosRatings.sosRequestId, sosId));
}

async function givenWhere(queries: Queries, viewer: Viewer, which: SQL): Promise<GivenRating[]> {
  const rows = await queries
    .select({ rating: sosRatings, member: memberRefColumns })
    .from(sosRatings)
    .innerJoin(profiles, eq(profiles.userId, sosRatings.ratedUserId))
    .where(and(which, eq(sosRatings.raterId, viewer.id)))
    .orderBy(asc(sosRatings.createdAt), asc(sosRatings.id));
  return rows.map(({ rating, member }) => ({
    ...toShown(rating),
    member: toMemberRef(member),
    correctUntil: iso(rating.createdAt + CORRECTION_HOURS * 3_600_000),
  }));
}

/** The score that others see takes it with the next five ratings. Throws NOT_FOUND, RATING_REMOVED, RATING_CORRECTION_LATE. */
export async function correctRating(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  ratingId: string,
  { rating, comment }: z.output<typeof correctionInput>,
): Promise<GivenRating> {
  const isOwn = and(eq(sosRatings.id, ratingId), eq(sosRatings.raterId, viewer.id));
  await db.write(async (tx) => {
    const [given] = await tx.orm.select().from(sosRatings).where(isOwn);
    if (!given) throw new AppError('NOT_FOUND');
    if (given.removedAt !== null) throw new AppError('RATING_REMOVED');
    refuseIf(denyCorrection(given, clock.now()));
    await tx.orm.update(sosRatings).set({ rating, comment }).where(isOwn);
  });
  const [corrected] = await givenWhere(db.orm, viewer, eq(sosRatings.id, ratingId));
  if (!corrected) throw new AppError('NOT_FOUND');
  return corrected;
}

/** The viewer's own ratings are sorted from the newest, 20 a page; who gave one is the author of its SOS. */
export async function receivedRatings(queries: Queries, viewer: Viewer, cursor?: string) {
  const page = await newestPage(receivedBy(queries).$dynamic(), {
    where: eq(sosRatings.ratedUserId, viewer.id),
    at: sosRatings.createdAt,
    id: sosRatings.id,
    placeOf: ({ rating }) => ({ at: rating.createdAt, id: rating.id }),
    cursor,
    limit: RECEIVED_PAGE,
  });
  return { items: page.rows.map(toReceived), nextCursor: page.nextCursor };
}

export function receivedBy(queries: Queries) {
  return queries
    .select({ rating: sosRatings, sos: { id: sosRequests.id, title: sosRequests.title } })
    .from(sosRatings)
    .innerJoin(sosRequests, eq(sosRequests.id, sosRatings.sosRequestId));
}

type Row = Awaited<ReturnType<typeof receivedBy>>[number];

function toReceived({ rating, sos }: Row): ReceivedRating {
  return { ...toShown(rating), sos, mayReply: rating.removedAt === null && denyReply(rating) === null };
}

/**
 * Only the giver and the team read the answer. The same one sent again changes nothing.
 * @throws NOT_FOUND, RATING_REMOVED, RATING_WITHOUT_COMMENT, RATING_REPLIED
 */
export async function replyToRating(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  ratingId: string,
  text: string,
): Promise<ReceivedRating> {
  const isOwn = and(eq(sosRatings.id, ratingId), eq(sosRatings.ratedUserId, viewer.id));
  return db.write(async (tx) => {
    const [row] = await receivedBy(tx.orm).where(isOwn);
    if (!row) throw new AppError('NOT_FOUND');
    if (row.rating.removedAt !== null) throw new AppError('RATING_REMOVED');
    if (row.rating.reply !== text) refuseIf(denyReply(row.rating));
    await tx.orm.update(sosRatings).set({ reply: text }).where(isOwn);
    return toReceived({ ...row, rating: { ...row.rating, reply: text } });
  });
}
