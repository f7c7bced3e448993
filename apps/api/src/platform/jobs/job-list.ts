import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Queries, Tx } from '../database/db.ts';
import { jobs } from '../database/tables.ts';
import { retryFailedJob } from './job-keys.ts';

export type FailedJob = {
  id: string;
  kind: string;
  key: string | null;
  attempts: number;
  failedAt: number | null;
  lastError: string | null;
};

const LISTED_MAX = 500;

export function failedJobs(queries: Queries): Promise<FailedJob[]> {
  return queries
    .select({
      id: jobs.id,
      kind: jobs.kind,
      key: jobs.key,
      attempts: jobs.attempts,
      failedAt: jobs.failedAt,
      lastError: jobs.lastError,
    })
    .from(jobs)
    .where(isNotNull(jobs.failedAt))
    .orderBy(desc(jobs.failedAt))
    .limit(LISTED_MAX);
}

/** Of several failed jobs with its key, one stays. */
export async function retryJob({ orm }: Tx, { clock }: { clock: Clock }, job: FailedJob): Promise<void> {
  const now = clock.now();
  if (job.key !== null) await retryFailedJob(orm, job.key, now);
  else
    await orm
      .update(jobs)
      .set({ failedAt: null, lastError: null, attempts: 0, lockedUntil: 0, runAt: now, firstDueAt: now })
      .where(and(eq(jobs.id, job.id), isNotNull(jobs.failedAt)));
}
