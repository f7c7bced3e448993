import { and, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import type { Deletion } from '../platform/deletion.ts';
import type { Deps } from '../platform/deps.ts';
import { olderThan } from '../platform/retention.ts';
import { caseContests, caseDecisions, cases, reports } from './tables.ts';

/** Pending reports, open cases and contested decisions stay. */
export function reportDeletions(deps: Pick<Deps, 'db'>): Deletion[] {
  const contested = deps.db.orm
    .select({ one: sql`1` })
    .from(caseDecisions)
    .innerJoin(caseContests, eq(caseContests.decisionId, caseDecisions.id))
    .where(and(eq(caseDecisions.caseId, cases.id), isNull(caseContests.outcome)));
  return [
    olderThan(deps, 'reports', {
      table: reports,
      at: reports.decidedAt,
      where: isNotNull(reports.decidedAt),
    }),
    olderThan(deps, 'reports', { table: cases, at: cases.closedAt, where: notExists(contested) }),
  ];
}
