import type { SummaryJob, SummaryJobState } from '@guilde/contracts/admin.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { inArray } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { failedJobs, jobState, retryJob, undoneJobsByKey, waitingJobs } from '../platform/job-list.ts';
import { sosRequests } from '../sos/tables.ts';
import { administer } from './administer.ts';

const KIND = 'summary.generate';
const KEY = /^summary:([\da-f-]{36})$/;

/** The key of the job that makes the summary of an SOS. */
export function summaryKey(sosId: string): string {
  return `summary:${sosId}`;
}

/** Where the summaries of these SOS stand, for those that are being made or have failed. */
export async function jobStates(
  { clock }: Pick<Deps, 'clock'>,
  queries: Queries,
  sosIds: readonly string[],
): Promise<Map<string, SummaryJobState>> {
  if (sosIds.length === 0) return new Map();
  const jobs = await undoneJobsByKey(queries, sosIds.map(summaryKey));
  const now = clock.now();
  // A job that waits says more than one that failed before it.
  const ordered = jobs.toSorted((a, b) => Number(b.failedAt !== null) - Number(a.failedAt !== null));
  return new Map(ordered.map((job) => [sosIdOf(job.key), jobState(job, now)]));
}

/** Summaries that are being made, wait for their next attempt, or were given up: the failed ones first. */
export async function listSummaryJobs({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<SummaryJob[]> {
  const queries = db.orm;
  const jobs = [...(await failedJobs(queries, KIND)), ...(await waitingJobs(queries, KIND))];
  const ids = jobs.map((job) => sosIdOf(job.key));
  const titles = await titlesOf(queries, ids);
  const now = clock.now();
  return jobs.map((job) => ({
    id: job.id,
    sosId: sosIdOf(job.key),
    sosTitle: titles.get(sosIdOf(job.key)) ?? null,
    state: jobState(job, now),
    attempts: job.attempts,
    lastError: job.lastError,
    runAt: iso(job.runAt),
    failedAt: isoOrNull(job.failedAt),
    createdAt: iso(job.createdAt),
  }));
}

/** « Relancer »: a job that was given up is tried again. Codes: JOB_NOT_FAILED. */
export async function retrySummaryJob(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>,
  viewer: Viewer,
  jobId: string,
): Promise<SummaryJob[]> {
  await administer(deps, viewer, async ({ tx, record }) => {
    const failed = (await failedJobs(tx.orm, KIND)).find(({ id }) => id === jobId);
    if (!failed || !(await retryJob(tx, deps, jobId))) throw new AppError('JOB_NOT_FAILED');
    const sosId = sosIdOf(failed.key);
    await record({
      action: 'job.retry',
      subject: {
        type: 'job',
        id: jobId,
        label: (await titlesOf(tx.orm, [sosId])).get(sosId) ?? 'SOS supprimé',
      },
      before: { attempts: failed.attempts, error: failed.lastError },
    });
    await publishModeration(tx, deps, 'jobs');
    tx.afterCommit(deps.jobs.wake);
  });
  return listSummaryJobs(deps);
}

function sosIdOf(key: string | null): string {
  return KEY.exec(key ?? '')?.[1] ?? '';
}

async function titlesOf(queries: Queries, sosIds: string[]): Promise<Map<string, string>> {
  if (sosIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: sosRequests.id, title: sosRequests.title })
    .from(sosRequests)
    .where(inArray(sosRequests.id, sosIds));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
