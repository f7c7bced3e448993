import { and, asc, eq, gt, isNull, ne, notExists, or } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { dealCommitments, dealInterests, dealOffers, deals } from './tables.ts';

/** So many are proposed to a member in a week. */
const PROPOSED_MAX = 2;

/** Returns deals of others that opened since then and that one neither follows nor answered; the first to close come first. */
export async function proposedDeals(
  queries: Queries,
  memberId: string,
  { since, now }: { since: number; now: number },
): Promise<{ title: string }[]> {
  if (!(await communitySettingsOf(queries)).deals) return [];
  const known = [dealInterests, dealCommitments].map((table) =>
    notExists(
      queries
        .select({ id: table.dealId })
        .from(table)
        .where(and(eq(table.dealId, deals.id), eq(table.memberId, memberId))),
    ),
  );
  return queries
    .select({ title: deals.title })
    .from(deals)
    .innerJoin(dealOffers, and(eq(dealOffers.dealId, deals.id), eq(dealOffers.revision, deals.revision)))
    .where(
      and(
        eq(deals.status, 'open'),
        gt(deals.commitUntil, now),
        gt(dealOffers.approvedAt, since),
        or(isNull(deals.leadId), ne(deals.leadId, memberId)),
        ...known,
      ),
    )
    .orderBy(asc(deals.commitUntil))
    .limit(PROPOSED_MAX);
}
