import { AppError } from '@guilde/contracts/errors.ts';
import { averageOf, type MemberStats } from '@guilde/contracts/ratings/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, count, desc, eq, isNotNull, isNull, lt, type SQL, sql, sum } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import { memberRefs } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from '../sos/tables.ts';
import { sosRatings } from './tables.ts';
import { scoreOf } from './weights.ts';

const LOWERED = 20;

/** Others see a score of published ratings. Throws NOT_FOUND for an invisible member. */
export async function shownStats(queries: Queries, viewer: Viewer, memberId: string): Promise<MemberStats> {
  const { own, others } = await statsOf(queries, memberId, isNull(members.suspendedAt));
  return viewer.id === memberId ? { ...own, seenByOthers: averages(others) } : others;
}

/** @throws NOT_FOUND */
export async function memberStats(queries: Queries, memberId: string): Promise<MemberStats> {
  return (await statsOf(queries, memberId)).own;
}

/** Returns what the team reads of a member's ratings that count less, the latest first. */
export async function loweredRatings(queries: Queries, memberId: string) {
  const rows = await queries
    .select()
    .from(sosRatings)
    .where(
      and(eq(sosRatings.ratedUserId, memberId), lt(sosRatings.weight, 100), isNull(sosRatings.removedAt)),
    )
    .orderBy(desc(sosRatings.createdAt))
    .limit(LOWERED);
  const givers = await memberRefs(
    queries,
    rows.flatMap(({ raterId }) => raterId ?? []),
  );
  return rows.map(({ id, raterId, weight, weightReason, createdAt }) => ({
    ...{ id, giver: givers.get(raterId ?? '') ?? null, percent: weight ?? 0, reason: weightReason },
    createdAt: iso(createdAt),
  }));
}

const averages = ({ averageRating, totalRatings }: MemberStats) => ({ averageRating, totalRatings });

async function statsOf(queries: Queries, memberId: string, visible?: SQL) {
  const { rating, shownRating, weight } = sosRatings;
  const isShown = sql`${sosRatings.publishedAt} > 0`;
  const received = queries
    .select({
      ...{ total: count(rating).as('total'), sum: sum(rating).as('sum') },
      shown: sql<number>`count(*) filter (where ${isShown})`.as('shown'),
      shownSum: sql<number>`total(${shownRating} * ${weight}) filter (where ${isShown})`.as('shown_sum'),
      shownWeight: sql<number>`total(${weight}) filter (where ${isShown})`.as('shown_weight'),
    })
    .from(sosRatings)
    .where(and(eq(sosRatings.ratedUserId, memberId), isNull(sosRatings.removedAt)))
    .as('received');
  const ownResolved = queries
    .select({ count: count() })
    .from(sosRequests)
    .where(and(eq(sosRequests.userId, memberId), eq(sosRequests.status, 'resolved')));
  const [row] = await queries
    .select({
      ...{ helped: profiles.totalHelpCount, prior: profiles.ratingPrior },
      ...{ total: received.total, sum: received.sum },
      ...{ shown: received.shown, shownSum: received.shownSum, shownWeight: received.shownWeight },
      ownResolved: sql<number>`${ownResolved}`,
    })
    .from(profiles)
    .innerJoin(members, and(eq(members.id, profiles.userId), visible))
    .innerJoin(received, sql`true`)
    .where(and(eq(profiles.userId, memberId), isNotNull(profiles.completedAt)));
  if (!row) throw new AppError('NOT_FOUND');
  const solved = { resolvedSOS: row.helped, totalResolvedSOS: row.helped + row.ownResolved };
  const score = { sum: row.shownSum, weight: row.shownWeight, prior: (row.prior ?? 0) / 100 };
  return {
    own: { averageRating: averageOf(Number(row.sum ?? 0), row.total), totalRatings: row.total, ...solved },
    others: { averageRating: row.shown === 0 ? 0 : scoreOf(score), totalRatings: row.shown, ...solved },
  };
}
