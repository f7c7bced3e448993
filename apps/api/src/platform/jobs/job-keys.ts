import { and, asc, desc, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Queries } from '../database/db.ts';
import { jobs } from '../database/tables.ts';
import { type Secrets, UnknownKeyError } from '../secrets.ts';

const LISTED = 200;

export type KeyedJob = {
  key: string;
  state: 'waiting' | 'running' | 'failed';
  attempts: number;
  lastError: string | null;
  /** The job is tried next at this instant, or failed at it, in milliseconds. */
  at: number;
  createdAt: number;
};

/** Failed jobs come first, from the newest to the oldest. */
export async function unfinishedJobs(queries: Queries, kind: string, now: number): Promise<KeyedJob[]> {
  const failed = await queries
    .select()
    .from(jobs)
    .where(and(isNotNull(jobs.failedAt), eq(jobs.kind, kind), isNotNull(jobs.key)))
    .orderBy(desc(jobs.failedAt))
    .limit(LISTED);
  const open = await queries
    .select()
    .from(jobs)
    .where(and(isNull(jobs.doneAt), isNull(jobs.failedAt), eq(jobs.kind, kind), isNotNull(jobs.key)))
    .orderBy(asc(jobs.runAt))
    .limit(LISTED);
  return [...failed, ...open].map(
    ({ key, attempts, lastError, runAt, lockedUntil, failedAt, createdAt }) => ({
      key: key ?? '',
      state: failedAt !== null ? 'failed' : lockedUntil > now ? 'running' : 'waiting',
      attempts,
      lastError,
      at: failedAt ?? runAt,
      createdAt,
    }),
  );
}

/** Lets the newest failed job wait again, unless one waits already. Returns false when none has failed. */
export async function retryFailedJob(queries: Queries, key: string, now: number): Promise<boolean> {
  const failed = await queries
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isNotNull(jobs.failedAt), eq(jobs.key, key)))
    .orderBy(desc(jobs.failedAt));
  const [newest, ...older] = failed.map(({ id }) => id);
  if (newest === undefined) return false;
  const superseded = (await openJob(queries, key)) ? [newest, ...older] : older;
  await queries.delete(jobs).where(inArray(jobs.id, superseded));
  await queries
    .update(jobs)
    .set({ failedAt: null, lastError: null, attempts: 0, runAt: now, firstDueAt: now, lockedUntil: 0 })
    .where(eq(jobs.id, newest));
  return true;
}

export async function deleteFailedJobs(queries: Queries, key: string): Promise<void> {
  await queries.delete(jobs).where(and(isNotNull(jobs.failedAt), eq(jobs.key, key)));
}

/** Returns false while a worker runs the job. */
export async function cancelWaitingJob(queries: Queries, key: string, now: number): Promise<boolean> {
  await queries.delete(jobs).where(and(isOpen(key), lte(jobs.lockedUntil, now)));
  return !(await openJob(queries, key));
}

/** Returns false when there is none. In a transaction no worker finishes the job meanwhile. */
export async function mergeIntoOpenJob(
  queries: Queries,
  secrets: Secrets,
  key: string,
  payload: object,
): Promise<boolean> {
  const [open] = await queries.select({ id: jobs.id, payload: jobs.payload }).from(jobs).where(isOpen(key));
  if (!open) return false;
  const known = knownPayload(secrets, open.payload);
  const merged = JSON.stringify({ ...known, ...payload });
  if (merged !== JSON.stringify(known))
    await queries
      .update(jobs)
      .set({ payload: secrets.encrypt('jobs', merged) })
      .where(eq(jobs.id, open.id));
  return true;
}

/** A secret that is no longer accepted makes the payload empty. */
function knownPayload(secrets: Secrets, payload: string): object {
  try {
    return JSON.parse(secrets.decrypt('jobs', payload)) as object;
  } catch (error) {
    if (error instanceof UnknownKeyError) return {};
    throw error;
  }
}

async function openJob(queries: Queries, key: string): Promise<boolean> {
  const [open] = await queries.select({ id: jobs.id }).from(jobs).where(isOpen(key));
  return open !== undefined;
}

function isOpen(key: string) {
  return and(eq(jobs.key, key), isNull(jobs.doneAt), isNull(jobs.failedAt));
}
