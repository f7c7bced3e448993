import { and, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { type Clock, iso } from '../clock.ts';
import type { Db } from '../database/db.ts';
import { jobs } from '../database/tables.ts';
import type { Log } from '../observe/log.ts';
import { failureText } from './failures.ts';
import { isLockFree, LOCK_MS, SCHEDULED, withLock } from './job-claims.ts';

/** Jobs wake the worker far more often than a task can be due. */
const LOOK_EVERY_MS = 1000;
/** A task is stalled when it has not begun for two intervals and so long; a new server has as long. */
const STALLED_AFTER_MS = 15 * 60_000;
/** Tasks that erase wait when the clock is so much later than when one of them last ran. */
const ERASES_WITHIN_MS = 7 * 24 * 3_600_000;
const LOG_EVERY_MS = 3_600_000;
/** The clocks of instances differ by less. */
const CLOCKS_DIFFER_MS = 60_000;
/** No job waits longer for its next attempt. */
const LONGEST_RETRY_MS = 24 * 3_600_000;

export type Work = (signal: AbortSignal) => Promise<void>;
type ScheduledTask = { name: string; intervalMs: number; work: Work; erases: boolean };
type Deps = { db: Db; clock: Clock; log: Log };

/** `lastRunAt` is in milliseconds, and null before the first run. */
type TaskState = { name: string; lastRunAt: number | null; isStandingStill: boolean };

/**
 * `erasuresPausedSince` is the last erasure, in milliseconds, when that is so long ago that the clock may be
 * wrong: nothing is erased until an operator confirms the clock. Otherwise it is null.
 */
export type ScheduleState = { tasks: TaskState[]; erasuresPausedSince: number | null };

export type Schedule = {
  add: (task: ScheduledTask) => void;
  /** Runs tasks one after the other, without those of another instance or of an earlier call. */
  runDue: (signal: AbortSignal) => Promise<void>;
  state: () => Promise<ScheduleState>;
  /** An operator says that the clock is right: tasks that erase are due. */
  trustClock: () => Promise<void>;
};

/** A due time in memory would delay tasks when a clock that was ahead is corrected: the database is asked. */
export function createSchedule(deps: Deps): Schedule {
  const tasks: ScheduledTask[] = [];
  const createdAt = deps.clock.elapsed();
  let nextLook = createdAt;
  let nextLogAt = createdAt;
  const logPaused = (pausedSince: number) => {
    if (deps.clock.elapsed() < nextLogAt) return;
    nextLogAt = deps.clock.elapsed() + LOG_EVERY_MS;
    deps.log.error({ lastErasure: iso(pausedSince) }, 'nothing is erased: the clock may be wrong');
  };
  return {
    add: (task) => tasks.push(task),
    runDue: async (signal) => {
      if (deps.clock.elapsed() < nextLook) return;
      nextLook = deps.clock.elapsed() + LOOK_EVERY_MS;
      const stored = await storedRuns(deps, tasks);
      if (tasks.some((task) => isAhead(stored.get(idOf(task.name)), task, deps.clock.now())))
        await advanceJobsOfWrongClock(deps);
      const pausedSince = erasuresPausedSince(stored, tasks, deps.clock.now());
      if (pausedSince !== null) logPaused(pausedSince);
      for (const task of tasks) {
        if (signal.aborted) return;
        if (task.erases && pausedSince !== null) continue;
        const runAt = stored.get(idOf(task.name));
        const now = deps.clock.now();
        if (runAt === undefined || runAt <= now || isAhead(runAt, task, now)) await run(deps, task, signal);
      }
    },
    state: async () => {
      const stored = await storedRuns(deps, tasks);
      const now = deps.clock.now();
      const states = tasks.map((task) => {
        const runAt = stored.get(idOf(task.name));
        const lastRunAt = runAt === undefined ? null : runAt - task.intervalMs;
        const patience = Math.max(2 * task.intervalMs, STALLED_AFTER_MS);
        const isLate = lastRunAt === null || lastRunAt < now - patience || isAhead(runAt, task, now);
        const hadTime = deps.clock.elapsed() - createdAt > STALLED_AFTER_MS;
        return { name: task.name, lastRunAt, isStandingStill: isLate && hadTime };
      });
      return { tasks: states, erasuresPausedSince: erasuresPausedSince(stored, tasks, now) };
    },
    trustClock: async () => {
      const ids = tasks.filter(({ erases }) => erases).map(({ name }) => idOf(name));
      await deps.db.orm.update(jobs).set({ runAt: deps.clock.now() }).where(inArray(jobs.id, ids));
    },
  };
}

async function storedRuns({ db }: Deps, tasks: readonly ScheduledTask[]): Promise<Map<string, number>> {
  const ids = tasks.map(({ name }) => idOf(name));
  const rows = await db.orm
    .select({ id: jobs.id, runAt: jobs.runAt })
    .from(jobs)
    .where(inArray(jobs.id, ids));
  return new Map(rows.map(({ id, runAt }) => [id, runAt]));
}

/** A task that waits for an operator keeps the time of its last run, so that it goes on waiting. */
function erasuresPausedSince(
  stored: Map<string, number>,
  tasks: readonly ScheduledTask[],
  now: number,
): number | null {
  const last = Math.max(
    ...tasks.flatMap(({ name, intervalMs, erases }) => {
      const runAt = stored.get(idOf(name));
      return erases && runAt !== undefined ? [runAt - intervalMs] : [];
    }),
  );
  return Number.isFinite(last) && now - last > ERASES_WITHIN_MS ? last : null;
}

/** A time beyond two intervals was set by a clock that was ahead. */
function isAhead(runAt: number | undefined, { intervalMs }: ScheduledTask, now: number): boolean {
  return runAt !== undefined && runAt > now + 2 * intervalMs;
}

function idOf(name: string): string {
  return `${SCHEDULED}:${name}`;
}

async function run(deps: Deps, task: ScheduledTask, signal: AbortSignal): Promise<void> {
  const id = idOf(task.name);
  if (!(await claim(deps, id, task.intervalMs))) return;
  await withLock(deps, { id, attempts: 0 }, () => task.work(signal)).catch((error) =>
    deps.log.error({ task: task.name, error: failureText(error) }, 'task failed'),
  );
  await deps.db.orm.update(jobs).set({ lockedUntil: 0 }).where(eq(jobs.id, id));
}

async function claim({ db, clock }: Deps, id: string, intervalMs: number): Promise<boolean> {
  const now = clock.now();
  const next = { runAt: now + intervalMs, lockedUntil: now + LOCK_MS };
  const taken = await db.orm
    .insert(jobs)
    .values({ id, kind: SCHEDULED, payload: '', createdAt: now, ...next })
    .onConflictDoUpdate({
      target: jobs.id,
      set: next,
      setWhere: and(
        or(lte(jobs.runAt, now), gt(jobs.runAt, now + 2 * intervalMs)),
        isLockFree(jobs.lockedUntil, now),
      ),
    })
    .returning({ id: jobs.id });
  return taken.length > 0;
}

/** Jobs that were stored or tried while the clock was ahead would wait until it is that time again. */
async function advanceJobsOfWrongClock({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  const isStoredAhead = gt(jobs.createdAt, now + CLOCKS_DIFFER_MS);
  const isTriedAhead = and(gt(jobs.attempts, 0), gt(jobs.runAt, now + LONGEST_RETRY_MS));
  const dueAt = sql`case when ${jobs.attempts} > 0 then ${now} else ${jobs.runAt} - ${jobs.createdAt} + ${now} end`;
  await db.orm
    .update(jobs)
    .set({
      runAt: dueAt,
      firstDueAt: dueAt,
      createdAt: sql`min(${jobs.createdAt}, ${now})`,
    })
    .where(
      and(
        isNull(jobs.doneAt),
        isNull(jobs.failedAt),
        ne(jobs.kind, SCHEDULED),
        or(isStoredAhead, isTriedAhead),
      ),
    );
}
