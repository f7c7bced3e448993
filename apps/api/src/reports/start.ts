import { contestUntil } from '@guilde/contracts/cases/rules.ts';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { caseContests, caseDecisions, reports } from './tables.ts';

const DAY_MS = 86_400_000;

export function startReports(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.every('reports.quotes', DAY_MS, () => forgetQuotes(deps), { erases: true });
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
