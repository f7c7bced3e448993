import { contestUntil } from '@guilde/contracts/cases/rules.ts';
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

/** Erases the quotes of decisions that can no longer be contested and have no pending contest. */
export async function forgetQuotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const quoted = await db.orm
    .select({
      id: reports.id,
      decidedAt: reports.decidedAt,
      waits: sql<number>`${caseContests.id} is not null and ${caseContests.outcome} is null`,
    })
    .from(reports)
    .leftJoin(caseDecisions, eq(caseDecisions.caseId, reports.caseId))
    .leftJoin(caseContests, eq(caseContests.decisionId, caseDecisions.id))
    .where(and(isNotNull(reports.quote), isNotNull(reports.decidedAt)));
  const now = clock.now();
  for (const { id, decidedAt, waits } of quoted)
    if (decidedAt !== null && !waits && contestUntil(decidedAt) < now)
      await db.orm.update(reports).set({ quote: null }).where(eq(reports.id, id));
}
