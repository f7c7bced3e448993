import { AppError } from '@guilde/contracts/errors.ts';
import { averageOf, type MemberStats } from '@guilde/contracts/ratings/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, count, eq, gt, isNotNull, isNull, type SQL, sql, sum } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { Queries } from '../platform/database/db.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRequests } from '../sos/tables.ts';
import { sosRatings } from './tables.ts';

/** Others see published ratings only. Throws NOT_FOUND for an invisible member. */
export async function shownStats(queries: Queries, viewer: Viewer, memberId: string): Promise<MemberStats> {
  const counted = viewer.id === memberId ? undefined : gt(sosRatings.publishedAt, 0);
  return statsWhere(queries, memberId, { visible: isNull(members.suspendedAt), counted });
}

/** @throws NOT_FOUND */
export async function memberStats(queries: Queries, memberId: string): Promise<MemberStats> {
  return statsWhere(queries, memberId);
}

async function statsWhere(
  queries: Queries,
  memberId: string,
  { visible, counted }: { visible?: SQL; counted?: SQL | undefined } = {},
): Promise<MemberStats> {
  const received = queries
    .select({ total: count(sosRatings.rating).as('total'), sum: sum(sosRatings.rating).as('sum') })
    .from(sosRatings)
    .where(and(eq(sosRatings.ratedUserId, memberId), counted))
    .as('received');
  const ownResolved = queries
    .select({ count: count() })
    .from(sosRequests)
    .where(and(eq(sosRequests.userId, memberId), eq(sosRequests.status, 'resolved')));
  const [row] = await queries
    .select({
      helped: profiles.totalHelpCount,
      total: received.total,
      sum: received.sum,
      ownResolved: sql<number>`${ownResolved}`,
    })
    .from(profiles)
    .innerJoin(members, and(eq(members.id, profiles.userId), visible))
    .innerJoin(received, sql`true`)
    .where(and(eq(profiles.userId, memberId), isNotNull(profiles.completedAt)));
  if (!row) throw new AppError('NOT_FOUND');
  return {
    averageRating: averageOf(Number(row.sum ?? 0), row.total),
    totalRatings: row.total,
    resolvedSOS: row.helped,
    totalResolvedSOS: row.helped + row.ownResolved,
  };
}
