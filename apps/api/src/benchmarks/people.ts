import { type Answer, mayAnswerFrom } from '@guilde/contracts/benchmarks/rules.ts';
import { YOUNG_ACCOUNT_DAYS } from '@guilde/contracts/invitations/rules.ts';
import type { MonthlyOrders, Sector } from '@guilde/contracts/profiles/rules.ts';
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { peopleBehind } from '../invitations/independence.ts';
import type { Queries } from '../platform/database/db.ts';
import { isVisible } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { benchmarkAnswers } from './tables.ts';

/** `personId` is one for all accounts that may be one person’s. */
export type Contributor = { memberId: string; personId: string; sector: Sector; band: MonthlyOrders };

/** Accounts whose sponsor left could be one person’s, who deleted the first. */
const SPONSOR_GONE = 'sponsor-gone';

/** The condition needs `profiles` and `members`. A wave that closes at `closesAt` counts such members. */
export function mayBeCounted(closesAt: number) {
  return and(
    isVisible,
    eq(profiles.isCertified, true),
    isNotNull(profiles.siren),
    sql`${mayAnswerFrom(0)} + ${members.createdAt} <= ${closesAt}`,
  );
}

/** Tells for each member whom they count as in a wave that closes at `closesAt`. */
export const personsOf = (queries: Queries, memberIds: readonly string[], closesAt: number) =>
  peopleBehind(queries, memberIds, closesAt, YOUNG_ACCOUNT_DAYS, SPONSOR_GONE);

/** The publication of a wave is the only caller, because nothing else may read the answers of several members. */
export async function countedAnswers(
  queries: Queries,
  { quarter, closesAt }: { quarter: string; closesAt: number },
): Promise<{ answers: Answer[]; contributors: Contributor[] }> {
  const { memberId, metric, value } = benchmarkAnswers;
  const rows = await queries
    .select({ memberId, metric, value, sector: profiles.sector, band: profiles.monthlyOrders })
    .from(benchmarkAnswers)
    .innerJoin(members, eq(members.id, benchmarkAnswers.memberId))
    .innerJoin(profiles, eq(profiles.userId, benchmarkAnswers.memberId))
    .where(
      and(
        eq(benchmarkAnswers.quarter, quarter),
        mayBeCounted(closesAt),
        ne(profiles.sector, ''),
        ne(profiles.monthlyOrders, ''),
      ),
    );
  const shops = new Map(rows.map((row) => [row.memberId, row]));
  const persons = await personsOf(queries, [...shops.keys()], closesAt);
  const contributors = [...shops.values()].map((shop) => ({
    ...{ memberId: shop.memberId, personId: persons.get(shop.memberId) ?? shop.memberId },
    ...{ sector: shop.sector as Sector, band: shop.band as MonthlyOrders },
  }));
  return { answers: rows, contributors };
}
