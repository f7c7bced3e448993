import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { type Db, preparedQuery, type Tx } from '../database/db.ts';
import { jobs } from '../database/tables.ts';
import type { Log } from '../observe/log.ts';
import { type Secrets, UnknownKeyError } from '../secrets.ts';
import { failureText, JobFailure } from './failures.ts';
import { type ClaimedJob, claimJob, markJobDone, markJobFailed, releaseJob, withLock } from './job-claims.ts';
import { mergeIntoOpenJob, retryFailedJob } from './job-keys.ts';
import { type QueueState, queueState } from './queue-state.ts';
import { createSchedule, type Schedule, type ScheduleState, type Work } from './scheduled-tasks.ts';

/** Features add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the features
export interface JobPayloads {}

export type JobKind = keyof JobPayloads;

/** `signal` aborts when the process stops; an interrupted job runs again after the next start. */
export type JobRun = { id: string; attempt: number; signal: AbortSignal };

export type HandleOptions = {
  atOnce?: number;
  attempts?: number;
  /** The waits between attempts double up to this limit, in milliseconds. */
  longestWait?: number;
  /** A payload with personal data does not stay for ever after a failure. */
  personal?: boolean;
  /** A bulk job runs after all other kinds, one by one with pauses. */
  bulk?: boolean;
  mail?: boolean;
};

type Handler = (payload: never, job: JobRun) => Promise<void>;

const ATTEMPTS = 8;
const FIRST_RETRY_MS = 2000;
const IDLE_MS = 5000;
const CONCURRENCY = 4;
/** The pause leaves nine tenths of the time to requests. */
const BULK_PAUSE_MS = 100;

export type Jobs = {
  /**
   * Stores the job in the transaction that causes it. At most one job of a `key` waits; `merge` adds the
   * payload to it, or to a running one, which runs again. `delay` is in milliseconds.
   */
  enqueue: <K extends JobKind>(
    tx: Tx,
    kind: K,
    payload: JobPayloads[K],
    options?: { key?: string; delay?: number; merge?: boolean },
  ) => Promise<void>;
  /** Serves `db.batch`, which passes no transaction: the caller asks, and calls `stored` after the batch. */
  asStatement: <K extends JobKind>(
    db: Db,
    kind: K,
    payload: JobPayloads[K],
  ) => { asked: readonly [ReturnType<typeof insertJob>, Record<string, unknown>]; stored: () => void };
  /** The handler may run twice for one job, so it must be idempotent. */
  handle: <K extends JobKind>(
    kind: K,
    handler: (payload: JobPayloads[K], job: JobRun) => Promise<void>,
    options?: HandleOptions,
  ) => void;
  /** Returns false when no job of that key has failed. */
  retry: (tx: Tx, key: string) => Promise<boolean>;
  /**
   * Runs `work` at the first start, then every `intervalMs`, on one instance at a time. It must be
   * idempotent, because an instance may die. A task that `erases` waits for an operator while the clock may
   * be wrong.
   */
  every: (name: string, intervalMs: number, work: Work, options?: { erases?: boolean }) => void;
  start: () => void;
  /** Claims no new job, aborts the running ones and waits for them. An abort uses up no attempt. */
  stop: () => Promise<void>;
  drain: () => Promise<void>;
  state: () => Promise<QueueState>;
  schedule: () => Promise<ScheduleState>;
  trustClock: () => Promise<void>;
  personalKinds: () => string[];
};

type Deps = { db: Db; clock: Clock; log: Log; secrets: Secrets };
type Handled = { handler: Handler } & Required<HandleOptions>;
const DEFAULTS: Required<HandleOptions> = {
  atOnce: CONCURRENCY,
  attempts: ATTEMPTS,
  longestWait: Number.POSITIVE_INFINITY,
  personal: false,
  bulk: false,
  mail: false,
};

/** Runs each job at least once, on any instance. By default it has failed after eight attempts. */
export function createJobs(deps: Deps): Jobs {
  const handlers = new Map<string, Handled>();
  const schedule = createSchedule(deps);
  const worker = createWorker(deps, handlers, schedule);
  return {
    enqueue: async (tx, kind, payload, options = {}) => {
      const { key, delay = 0, merge = false } = options;
      if (merge && key && (await mergeIntoOpenJob(tx.orm, deps.secrets, key, payload))) return;
      const now = deps.clock.now();
      await tx.orm
        .insert(jobs)
        .values({
          id: randomUUID(),
          kind,
          payload: sealed(deps, payload),
          key: key ?? null,
          runAt: now + delay,
          firstDueAt: now + delay,
          createdAt: now,
        })
        .onConflictDoNothing();
      tx.afterCommit(worker.wake);
    },
    asStatement: (db, kind, payload) => {
      const now = deps.clock.now();
      const values = { id: randomUUID(), kind, payload: sealed(deps, payload), now };
      return { asked: [insertJob(db.orm), values], stored: worker.wake };
    },
    handle: (kind, handler, options = {}) =>
      handlers.set(kind, { ...DEFAULTS, ...options, handler: handler as Handler }),
    retry: async (tx, key) => {
      const isWaiting = await retryFailedJob(tx.orm, key, deps.clock.now());
      if (isWaiting) tx.afterCommit(worker.wake);
      return isWaiting;
    },
    every: (name, intervalMs, work, { erases = false } = {}) =>
      schedule.add({ name, intervalMs, work, erases }),
    start: worker.start,
    stop: worker.stop,
    drain: worker.drain,
    state: () => queueState(deps, handlers),
    schedule: schedule.state,
    trustClock: schedule.trustClock,
    personalKinds: () => [...handlers].flatMap(([kind, { personal }]) => (personal ? [kind] : [])),
  };
}

function sealed({ secrets }: Pick<Deps, 'secrets'>, payload: unknown): string {
  return secrets.encrypt('jobs', JSON.stringify(payload));
}

const insertJob = preparedQuery((queries) =>
  queries
    .insert(jobs)
    .values({
      id: sql.placeholder('id'),
      kind: sql.placeholder('kind'),
      payload: sql.placeholder('payload'),
      runAt: sql.placeholder('now'),
      firstDueAt: sql.placeholder('now'),
      createdAt: sql.placeholder('now'),
    })
    .prepare(),
);

function createWorker(deps: Deps, handlers: Map<string, Handled>, schedule: Schedule) {
  const running = new Map<Promise<void>, ClaimedJob>();
  const ticks = new Set<Promise<void>>();
  let started = false;
  let ending = new AbortController();
  let bulkFrom = 0;
  let filling = Promise.resolve();

  const fill = async () => {
    const { signal } = ending;
    while (started && running.size < CONCURRENCY) {
      const pause = bulkFrom - performance.now();
      const job = await claimNext(deps, handlers, [...running.values()], pause <= 0);
      if (!job) {
        if (started) alarm.set(pause > 0 ? pause : IDLE_MS);
        return;
      }
      const run = attempt(deps, handlers, job, signal)
        .catch((error) => deps.log.error({ job: job.id, error: failureText(error) }, 'job worker'))
        .finally(() => {
          running.delete(run);
          if (handlers.get(job.kind)?.bulk) bulkFrom = performance.now() + BULK_PAUSE_MS;
          wake();
        });
      running.set(run, job);
    }
  };
  /** Only one check runs at a time, so that no kind exceeds its limit. */
  const fillInTurn = () => {
    filling = filling.catch(() => undefined).then(fill);
    return filling;
  };
  const alarm = createTimer(() => {
    // The alarm is set before the work, which may last.
    alarm.set(IDLE_MS);
    const current = schedule
      .runDue(ending.signal)
      .then(fillInTurn)
      .catch((error) => deps.log.error({ error: failureText(error) }, 'job worker'))
      .finally(() => ticks.delete(current));
    ticks.add(current);
  });
  function wake() {
    if (started) alarm.set(0);
  }
  return {
    wake,
    start: () => {
      started = true;
      alarm.set(0);
    },
    stop: async () => {
      started = false;
      alarm.stop();
      ending.abort();
      ending = new AbortController();
      await Promise.allSettled(ticks);
      await Promise.allSettled(running.keys());
    },
    drain: async () => {
      for (;;) {
        const job = await claimNext(deps, handlers, []);
        if (job) await attempt(deps, handlers, job, ending.signal);
        // A claimed job starts one tick later.
        else if (running.size + ticks.size > 0) await Promise.allSettled([...running.keys(), ...ticks]);
        else return;
      }
    },
  };
}

/** The timer never rings later than requested before, or a wake-up would be lost. */
function createTimer(ring: () => void) {
  let timer: NodeJS.Timeout | null = null;
  let ringsAt = 0;
  const stop = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  return {
    stop,
    set: (delay: number) => {
      const at = performance.now() + delay;
      if (timer && ringsAt <= at) return;
      stop();
      ringsAt = at;
      timer = setTimeout(() => {
        timer = null;
        ring();
      }, delay);
      timer.unref();
    },
  };
}

function freeKinds(handlers: Map<string, Handled>, running: readonly ClaimedJob[]): string[] {
  return [...handlers].flatMap(([kind, { atOnce, bulk }]) =>
    running.filter((other) => other.kind === kind).length < (bulk ? 1 : atOnce) ? [kind] : [],
  );
}

/** Bulk comes last, because somebody may wait for a code or a link. */
async function claimNext(
  deps: Deps,
  handlers: Map<string, Handled>,
  running: readonly ClaimedJob[],
  withBulk = true,
): Promise<ClaimedJob | undefined> {
  const kinds = freeKinds(handlers, running);
  const [urgent, bulk] = [false, true].map((wanted) =>
    kinds.filter((kind) => handlers.get(kind)?.bulk === wanted),
  ) as [string[], string[]];
  const ids = running.map(({ id }) => id);
  const job = await claimJob(deps, urgent, ids);
  return job ?? (withBulk && bulk.length > 0 ? claimJob(deps, bulk, ids) : undefined);
}

async function attempt(
  deps: Deps,
  handlers: Map<string, Handled>,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  // The stop came between the claim and the work.
  if (signal.aborted) return releaseJob(deps, job);
  const { clock, log, secrets } = deps;
  const { handler, attempts, longestWait } = handlers.get(job.kind) ?? NOT_HANDLED;
  try {
    if (job.attempts > attempts) throw new Error('The process ended at work, time and again');
    const payload: unknown = JSON.parse(secrets.decrypt('jobs', job.payload));
    const run = { id: job.id, attempt: job.attempts, signal };
    await withLock(deps, job, () => handler(payload as never, run));
    await markJobDone(deps, job);
  } catch (error) {
    const after = retryTime(error);
    if (signal.aborted && after !== 'never') return releaseJob(deps, job);
    const final = after === 'never' || job.attempts >= attempts;
    log[final ? 'error' : 'warn'](
      { job: job.id, kind: job.kind, attempt: job.attempts, error: failureText(error) },
      'job failed',
    );
    const doubled = Math.min(FIRST_RETRY_MS * 2 ** (job.attempts - 1), longestWait);
    const wait = final ? 0 : Math.max(doubled, after);
    await markJobFailed(deps, job, failureText(error), final ? null : clock.now() + wait);
  }
}

/** A job encrypted with a removed secret is never retried. */
function retryTime(error: unknown): number | 'never' {
  if (error instanceof UnknownKeyError) return 'never';
  return error instanceof JobFailure ? error.after : 0;
}

const NOT_HANDLED: Handled = {
  ...DEFAULTS,
  handler: () => Promise.reject(new Error('No handler for this kind')),
};
