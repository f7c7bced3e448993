import { and, asc, eq, gt, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, alias } from 'drizzle-orm/sqlite-core';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/db.ts';
import { jobs } from '../database/tables.ts';

export const LOCK_MS = 120_000;
const LOCK_RENEWED_MS = 30_000;
/** A scheduled task is a job that is never done; no handler has this kind. */
export const SCHEDULED = 'every';

type Claims = { db: Db; clock: Clock };

/** `attempts` identifies the claim: a worker with an older one changes nothing any more. */
export type ClaimedJob = { id: string; kind: string; payload: string; attempts: number };

/** A lock that ends later than any worker sets was set by a clock that was ahead. */
export function isLockFree(lockedUntil: AnySQLiteColumn, now: number): SQL | undefined {
  return or(lte(lockedUntil, now), gt(lockedUntil, now + 2 * LOCK_MS));
}

/**
 * Reads only the first job of each kind in its index. The single statement lets one worker get a job. `running` are the ids
 * of the worker's own jobs, whose locks seem to be over when the clock jumps.
 */
export async function claimJob(
  { db, clock }: Claims,
  kinds: string[],
  running: string[],
): Promise<ClaimedJob | undefined> {
  const now = clock.now();
  const [first, due] = [alias(jobs, 'first'), alias(jobs, 'due')];
  const firstOfKind = db.orm
    .select({ id: first.id })
    .from(first)
    .where(
      and(
        eq(first.kind, sql`kinds.value`),
        isNull(first.doneAt),
        isNull(first.failedAt),
        lte(first.runAt, now),
        isLockFree(first.lockedUntil, now),
        notInArray(first.id, running),
      ),
    )
    .orderBy(asc(first.runAt))
    .limit(1);
  const next = db.orm
    .select({ id: due.id })
    .from(sql`json_each(${JSON.stringify(kinds)}) as kinds`)
    .innerJoin(due, eq(due.id, firstOfKind))
    .orderBy(asc(due.runAt))
    .limit(1);
  const [job] = await db.orm
    .update(jobs)
    .set({ lockedUntil: now + LOCK_MS, attempts: sql`${jobs.attempts} + 1` })
    .where(eq(jobs.id, next))
    .returning({ id: jobs.id, kind: jobs.kind, payload: jobs.payload, attempts: jobs.attempts });
  return job;
}

export async function withLock<T>(
  { db, clock }: Claims,
  { id, attempts }: { id: string; attempts: number },
  work: () => Promise<T>,
): Promise<T> {
  const renew = async () => {
    const lockedUntil = clock.now() + LOCK_MS;
    await db.orm.update(jobs).set({ lockedUntil }).where(isClaimedBy({ id, attempts }));
  };
  const timer = setInterval(() => void renew().catch(() => undefined), LOCK_RENEWED_MS);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** A job whose payload grew meanwhile runs again. */
export async function markJobDone({ db, clock }: Claims, job: ClaimedJob): Promise<void> {
  const [done] = await db.orm
    .update(jobs)
    .set({ doneAt: clock.now(), payload: '', lastError: null })
    .where(and(isClaimedBy(job), eq(jobs.payload, job.payload)))
    .returning({ id: jobs.id });
  if (!done)
    await db.orm
      .update(jobs)
      .set({ lockedUntil: 0, runAt: clock.now(), firstDueAt: clock.now() })
      .where(isClaimedBy(job));
}

/** A stop interrupted the job, so that the attempt does not count. */
export async function releaseJob({ db }: Claims, job: ClaimedJob): Promise<void> {
  await db.orm
    .update(jobs)
    .set({ lockedUntil: 0, attempts: sql`${jobs.attempts} - 1` })
    .where(isClaimedBy(job));
}

/** A job with `retryAt` null has failed for good, and is kept. */
export async function markJobFailed(
  { db, clock }: Claims,
  job: ClaimedJob,
  lastError: string,
  retryAt: number | null,
): Promise<void> {
  await db.orm
    .update(jobs)
    .set({
      lastError,
      lockedUntil: 0,
      ...(retryAt === null ? { failedAt: clock.now() } : { runAt: retryAt }),
    })
    .where(isClaimedBy(job));
}

function isClaimedBy({ id, attempts }: { id: string; attempts: number }) {
  return and(eq(jobs.id, id), eq(jobs.attempts, attempts), isNull(jobs.doneAt), isNull(jobs.failedAt));
}
