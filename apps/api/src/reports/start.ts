import { contestUntil } from '@guilde/contracts/cases.ts';
import { and, eq, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import { describeNotice } from '../notices/content.ts';
import type { Deps } from '../platform/deps.ts';
import { describeExamined } from './notices.ts';
import { caseContests, caseDecisions, cases, reports } from './tables.ts';

const DAY_MS = 86_400_000;
/** Three years (privacy policy). */
const KEPT_MS = 3 * 365 * DAY_MS;

export function startReports(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  describeNotice(deps, 'examined', describeExamined);
  deps.jobs.every('reports.purge', DAY_MS, () => purgeReports(deps));
}

/** Pending reports, open cases and what is contested stay. */
export async function purgeReports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const end = clock.now() - KEPT_MS;
  await db.orm.delete(reports).where(lt(reports.decidedAt, end));
  const contested = db.orm
    .select({ one: sql`1` })
    .from(caseDecisions)
    .innerJoin(caseContests, eq(caseContests.decisionId, caseDecisions.id))
    .where(and(eq(caseDecisions.caseId, cases.id), isNull(caseContests.outcome)));
  await db.orm.delete(cases).where(and(lt(cases.closedAt, end), notExists(contested)));
  await forgetQuotes({ db, clock });
}

/** Once a decision can no longer be contested, and no contest waits. */
async function forgetQuotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
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
