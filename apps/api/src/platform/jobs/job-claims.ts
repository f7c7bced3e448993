import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/db.ts';
import { jobs } from '../database/tables.ts';

/** Milliseconds until the lock of a silent worker expires. */
export const LOCK_MS = 120_000;
const LOCK_RENEWED_MS = 30_000;

type Claims = { db: Db; clock: Clock };

/** `attempts` identifies the claim: a worker with an older one changes nothing any more. */
export type ClaimedJob = { id: string; kind: string; payload: string; attempts: number };

export type QueueState = { waiting: number; failed: number; oldestWaitingMs: number };

/** No worker holds it. A lock that ends later than any worker sets was set by a clock that was ahead. */
export function isLockFree(now: number): SQL | undefined {
  return or(lte(jobs.lockedUntil, now), gt(jobs.lockedUntil, now + 2 * LOCK_MS));
}

/** The one that has been due longest. One statement, so only one worker gets it. */
export async function claimJob({ db, clock }: Claims, kinds: string[]): Promise<ClaimedJob | undefined> {
  const now = clock.now();
  const next = db.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.doneAt),
        isNull(jobs.failedAt),
        lte(jobs.runAt, now),
        isLockFree(now),
        inArray(jobs.kind, kinds),
      ),
    )
    .orderBy(asc(jobs.runAt))
    .limit(1);
  const [job] = await db.orm
    .update(jobs)
    .set({ lockedUntil: now + LOCK_MS, attempts: sql`${jobs.attempts} + 1` })
    .where(inArray(jobs.id, next))
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
    await db.orm.update(jobs).set({ lockedUntil }).where(held({ id, attempts }));
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
    .where(and(held(job), eq(jobs.payload, job.payload)))
    .returning({ id: jobs.id });
  if (!done) await db.orm.update(jobs).set({ lockedUntil: 0, runAt: clock.now() }).where(held(job));
}

/** Interrupted by a stop; the attempt does not count. */
export async function releaseJob({ db }: Claims, job: ClaimedJob): Promise<void> {
  await db.orm
    .update(jobs)
    .set({ lockedUntil: 0, attempts: sql`${jobs.attempts} - 1` })
    .where(held(job));
}

/** `retryAt` null: failed for good, and kept. */
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
    .where(held(job));
}

function held({ id, attempts }: { id: string; attempts: number }) {
  return and(eq(jobs.id, id), eq(jobs.attempts, attempts), isNull(jobs.doneAt), isNull(jobs.failedAt));
}

export async function queueState({ db, clock }: Claims, kinds: string[]): Promise<QueueState> {
  const [waiting] = await db.orm
    .select({ waiting: count(), oldest: min(jobs.runAt) })
    .from(jobs)
    .where(and(isNull(jobs.doneAt), isNull(jobs.failedAt), inArray(jobs.kind, kinds)));
  const [failed] = await db.orm.select({ failed: count() }).from(jobs).where(isNotNull(jobs.failedAt));
  const oldest = waiting?.oldest ?? null;
  return {
    waiting: waiting?.waiting ?? 0,
    failed: failed?.failed ?? 0,
    oldestWaitingMs: oldest === null ? 0 : Math.max(0, clock.now() - oldest),
  };
}
