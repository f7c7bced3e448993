import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, inArray, isNotNull, isNull, lt, lte, min, sql } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import { type Db, databaseErrorCode, type Tx } from './db.ts';
import type { Log } from './log.ts';
import type { Secrets } from './secrets.ts';
import { jobs } from './tables.ts';

/** Payloads by kind; each feature declares its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the features
export interface JobPayloads {}

export type JobKind = keyof JobPayloads;
type Handler = (payload: never, job: { id: string; attempt: number }) => Promise<void>;

const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = 2000;
const LOCK_MS = 120_000;
const IDLE_MS = 5000;
const DONE_KEPT_MS = 7 * 86_400_000;
const CONCURRENCY = 4;

export type QueueState = { waiting: number; failed: number; oldestWaitingMs: number };

export type Jobs = {
  /** Stores a job with the change that causes it. `key`: at most one waiting job of that key. `delay` in ms. */
  enqueue: <K extends JobKind>(
    tx: Tx,
    kind: K,
    payload: JobPayloads[K],
    options?: { key?: string; delay?: number },
  ) => Promise<void>;
  /** Names the function that does a kind of job. It may run twice for one job, so it must bear repetition. */
  handle: <K extends JobKind>(
    kind: K,
    handler: (payload: JobPayloads[K], job: { id: string; attempt: number }) => Promise<void>,
  ) => void;
  /** Runs `work` at start and then every `intervalMs`, one run at a time. */
  every: (name: string, intervalMs: number, work: () => Promise<void>) => void;
  start: () => void;
  /** Takes no new job and waits for those under way. */
  stop: () => Promise<void>;
  /** Runs every job that is due now, and those they cause, and returns. For tests and the demo. */
  drain: () => Promise<void>;
  state: () => Promise<QueueState>;
};

type Deps = { db: Db; clock: Clock; log: Log; secrets: Secrets };

/** Durable jobs in the database: at least once, retried with doubling back-off, kept as failed after eight attempts. */
export function createJobs(deps: Deps): Jobs {
  const handlers = new Map<string, Handler>();
  const recurring: { name: string; intervalMs: number; work: () => Promise<void>; dueAt: number }[] = [];
  const worker = createWorker(deps, handlers, recurring);
  return {
    enqueue: async (tx, kind, payload, options = {}) => {
      const now = deps.clock.now();
      await tx.orm
        .insert(jobs)
        .values({
          id: randomUUID(),
          kind,
          payload: deps.secrets.seal('jobs', JSON.stringify(payload)),
          key: options.key ?? null,
          runAt: now + (options.delay ?? 0),
          createdAt: now,
        })
        .onConflictDoNothing();
      tx.afterCommit(worker.wake);
    },
    handle: (kind, handler) => handlers.set(kind, handler as Handler),
    every: (name, intervalMs, work) => recurring.push({ name, intervalMs, work, dueAt: 0 }),
    start: worker.start,
    stop: worker.stop,
    drain: worker.drain,
    state: () => queueState(deps, [...handlers.keys()]),
  };
}

function createWorker(
  deps: Deps,
  handlers: Map<string, Handler>,
  recurring: { name: string; intervalMs: number; work: () => Promise<void>; dueAt: number }[],
) {
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let started = false;

  const runRecurring = async () => {
    for (const task of recurring) {
      if (task.dueAt > deps.clock.now()) continue;
      task.dueAt = deps.clock.now() + task.intervalMs;
      await task
        .work()
        .catch((error) => deps.log.error({ task: task.name, error: describe(error) }, 'task failed'));
    }
  };
  const fill = async () => {
    while (running.size < CONCURRENCY) {
      const job = await claim(deps, [...handlers.keys()]);
      if (!job) return;
      const run = attempt(deps, handlers, job).finally(() => {
        running.delete(run);
        wake();
      });
      running.add(run);
    }
  };
  const tick = async () => {
    await runRecurring();
    await purge(deps);
    await fill();
  };
  const schedule = (delay: number) => {
    if (!started) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      tick()
        .catch((error) => deps.log.error({ error: describe(error) }, 'job worker'))
        .finally(() => schedule(IDLE_MS));
    }, delay);
    timer.unref();
  };
  function wake() {
    schedule(0);
  }
  return {
    wake,
    start: () => {
      started = true;
      schedule(0);
    },
    stop: async () => {
      started = false;
      if (timer) clearTimeout(timer);
      await Promise.allSettled(running);
    },
    drain: async () => {
      for (;;) {
        const job = await claim(deps, [...handlers.keys()]);
        if (job) await attempt(deps, handlers, job);
        else if (running.size > 0) await Promise.allSettled(running);
        else return;
      }
    },
  };
}

type ClaimedJob = { id: string; kind: string; payload: string; attempts: number };

async function claim({ db, clock }: Deps, kinds: string[]): Promise<ClaimedJob | undefined> {
  const now = clock.now();
  const next = db.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.doneAt),
        isNull(jobs.failedAt),
        lte(jobs.runAt, now),
        lte(jobs.lockedUntil, now),
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

async function attempt(
  { db, clock, log, secrets }: Deps,
  handlers: Map<string, Handler>,
  job: ClaimedJob,
): Promise<void> {
  try {
    const handler = handlers.get(job.kind);
    if (!handler) throw new Error(`No handler for ${job.kind}`);
    const payload: unknown = JSON.parse(secrets.open('jobs', job.payload));
    await handler(payload as never, { id: job.id, attempt: job.attempts });
    await db.orm
      .update(jobs)
      .set({ doneAt: clock.now(), payload: '', lastError: null })
      .where(eq(jobs.id, job.id));
  } catch (error) {
    const final = job.attempts >= MAX_ATTEMPTS;
    log[final ? 'error' : 'warn'](
      { job: job.id, kind: job.kind, attempt: job.attempts, error: describe(error) },
      'job failed',
    );
    const retryAt = clock.now() + FIRST_RETRY_MS * 2 ** (job.attempts - 1);
    await db.orm
      .update(jobs)
      .set({
        lastError: describe(error),
        lockedUntil: 0,
        ...(final ? { failedAt: clock.now() } : { runAt: retryAt }),
      })
      .where(eq(jobs.id, job.id));
  }
}

async function purge({ db, clock }: Deps): Promise<void> {
  await db.orm.delete(jobs).where(and(isNotNull(jobs.doneAt), lt(jobs.doneAt, clock.now() - DONE_KEPT_MS)));
}

async function queueState({ db, clock }: Deps, kinds: string[]): Promise<QueueState> {
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

/** What is kept of a failure: its kind, never a statement's parameters. */
function describe(error: unknown): string {
  const code = databaseErrorCode(error);
  if (code) return code;
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unknown';
}
