import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Queries, Tx } from './db.ts';
import { jobs } from './tables.ts';

/** Work that is not done: what an operator may know of it. The payload stays sealed. */
export type StoredJob = {
  id: string;
  kind: string;
  key: string | null;
  attempts: number;
  runAt: number;
  lockedUntil: number;
  createdAt: number;
  failedAt: number | null;
  lastError: string | null;
};

export type JobState = 'waiting' | 'running' | 'retrying' | 'failed';

const columns = {
  id: jobs.id,
  kind: jobs.kind,
  key: jobs.key,
  attempts: jobs.attempts,
  runAt: jobs.runAt,
  lockedUntil: jobs.lockedUntil,
  createdAt: jobs.createdAt,
  failedAt: jobs.failedAt,
  lastError: jobs.lastError,
};

const LISTED_MAX = 200;

/** Where a job stands. `now` in milliseconds. */
export function jobState(
  job: Pick<StoredJob, 'failedAt' | 'lockedUntil' | 'attempts'>,
  now: number,
): JobState {
  if (job.failedAt !== null) return 'failed';
  if (job.lockedUntil > now) return 'running';
  return job.attempts > 0 ? 'retrying' : 'waiting';
}

/** Jobs of a kind that wait or are under way, the next one first. */
export function waitingJobs(queries: Queries, kind: string): Promise<StoredJob[]> {
  return queries
    .select(columns)
    .from(jobs)
    .where(and(isNull(jobs.doneAt), isNull(jobs.failedAt), eq(jobs.kind, kind)))
    .orderBy(asc(jobs.runAt))
    .limit(LISTED_MAX);
}

/** Jobs that were given up, the latest first: of one kind, or all of them. */
export function failedJobs(queries: Queries, kind?: string): Promise<StoredJob[]> {
  return queries
    .select(columns)
    .from(jobs)
    .where(and(isNotNull(jobs.failedAt), kind === undefined ? undefined : eq(jobs.kind, kind)))
    .orderBy(desc(jobs.failedAt))
    .limit(LISTED_MAX);
}

/** Jobs with these keys that are not done. */
export function undoneJobsByKey(queries: Queries, keys: readonly string[]): Promise<StoredJob[]> {
  const wanted = inArray(jobs.key, [...keys]);
  return queries
    .select(columns)
    .from(jobs)
    .where(and(isNull(jobs.doneAt), isNull(jobs.failedAt), wanted))
    .unionAll(
      queries
        .select(columns)
        .from(jobs)
        .where(and(isNotNull(jobs.failedAt), wanted)),
    );
}

/**
 * Gives a job that was given up its attempts back; false when it has not failed. If another one of its key waits
 * already, that one stands for both.
 */
export async function retryJob({ orm }: Tx, { clock }: { clock: Clock }, id: string): Promise<boolean> {
  const [failed] = await orm
    .select(columns)
    .from(jobs)
    .where(and(eq(jobs.id, id), isNotNull(jobs.failedAt)));
  if (!failed) return false;
  const waiting = failed.key === null ? [] : await undoneJobsByKey(orm, [failed.key]);
  if (waiting.some(({ failedAt }) => failedAt === null)) await orm.delete(jobs).where(eq(jobs.id, id));
  else
    await orm
      .update(jobs)
      .set({ failedAt: null, attempts: 0, lockedUntil: 0, runAt: clock.now() })
      .where(eq(jobs.id, id));
  return true;
}

/** Forgets the failures of a job that is asked for anew. */
export async function forgetFailures({ orm }: Tx, key: string): Promise<void> {
  await orm.delete(jobs).where(and(isNotNull(jobs.failedAt), eq(jobs.key, key)));
}
