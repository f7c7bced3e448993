import { randomUUID } from 'node:crypto';
import { liveOutput } from '@guilde/contracts/compatibility/output.ts';
import { OLDEST_CLIENT, PROTOCOL } from '@guilde/contracts/compatibility/rules.ts';
import { eq, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { allNamed } from '../all-named.ts';
import { iso, isoOrNull } from '../clock.ts';
import { backupState, stateOfBackups } from '../database/backup-record.ts';
import { outbox } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { describe, type Env, json, maySeeInternals } from '../http/http.ts';
import { JOB_LATE_MS, type QueueState } from '../jobs/queue-state.ts';

/**
 * A server is `ready` when the database answers. It is `degraded` when the storage is away, instances are
 * unreachable (chat polls), jobs are late, a scheduled task stands still, the mail service refuses us, the
 * clock may be wrong, nothing can be stored, or the database is corrupt or has a newer schema.
 */
const healthOutput = z
  .object({
    live: z.literal(true),
    ready: z.boolean(),
    degraded: z.boolean(),
    checks: z.object({
      database: z.boolean(),
      writes: z.boolean(),
      integrity: z.boolean(),
      schema: z.boolean(),
      storage: z.boolean(),
      redis: z.boolean().nullable(),
      jobs: z.boolean(),
      tasks: z.boolean(),
      /** It is false while the mail service refuses this server, as for a wrong password. */
      mail: z.boolean(),
      /** It is false while erasures wait for an operator. */
      clock: z.boolean(),
    }),
    /** `unknown` counts jobs of kinds that this version lacks; `lateMails` have been due for five minutes. */
    jobs: z.object({
      waiting: z.number(),
      failed: z.number(),
      unknown: z.number(),
      oldestWaitingMs: z.number(),
      lateMails: z.object({ count: z.number(), since: z.string() }).nullable(),
    }),
    /** It is null before the first backup by the command. */
    backup: backupState,
    tasks: z.array(
      z.object({ name: z.string(), lastRunAt: z.string().nullable(), isStandingStill: z.boolean() }),
    ),
  })
  .meta({ id: 'Health' });

export type Health = z.infer<typeof healthOutput>;

const serving = z.union([healthOutput, healthOutput.pick({ live: true, ready: true })]);
const SERVING = { ...json(serving), ...json(serving, 503) };

const PROBE_KEY = 'health/absent.txt';
const PROBE_MS = 2000;
const KEPT_MS = 1000;
/** This text is large enough to need new pages. */
const PROBE_SIZE = 64 * 1024;
const UNKNOWN: QueueState = { waiting: 0, failed: 0, unknown: 0, oldestWaitingMs: 0, lateMails: null };

const RUNNING: z.infer<typeof liveOutput> = {
  live: true,
  protocol: PROTOCOL,
  oldestClient: OLDEST_CLIENT,
};

type HealthDeps = Pick<Deps, 'db' | 'storage' | 'jobs' | 'redis' | 'mailer' | 'config' | 'clock'>;

export function watchHealth(deps: HealthDeps): () => Promise<Health> {
  let kept: { at: number; answer: Promise<Health> } | null = null;
  return () => {
    if (kept && performance.now() - kept.at < KEPT_MS) return kept.answer;
    kept = { at: performance.now(), answer: checkHealth(deps) };
    return kept.answer;
  };
}

export function healthRoutes(deps: HealthDeps) {
  const health = watchHealth(deps);
  const answer = async (c: Context<Env>) => {
    const all = await health();
    const shown = maySeeInternals(c, deps.config) ? all : { live: all.live, ready: all.ready };
    return shown.ready ? c.json(shown, 200) : c.json(shown, 503);
  };
  return new Hono<Env>()
    .get('/', describe('Whether the service is live and ready', SERVING), answer)
    .get('/live', describe('Whether the process runs, and which clients it serves', liveOutput), (c) =>
      c.json(RUNNING, 200),
    )
    .get('/ready', describe('Whether the service can serve', SERVING), answer);
}

async function checkHealth(deps: HealthDeps): Promise<Health> {
  const { db, storage, jobs, redis, mailer, config, clock } = deps;
  const { database, writes, isNewer, files, queue, schedule } = await allNamed({
    database: inTime(() => db.orm.run(sql`select 1`)),
    // Without other writers only a try shows whether writing works again.
    writes: db.state().isFailing ? inTime(() => storeNothing(db)) : { value: null },
    isNewer: inTime(db.isSchemaNewer),
    files: inTime(() => storage.get(PROBE_KEY)),
    queue: inTime(() => jobs.state()),
    schedule: inTime(() => jobs.schedule()),
  });
  const state = queue?.value ?? UNKNOWN;
  const tasks = schedule?.value.tasks ?? [];
  const checks = {
    database: database !== null,
    writes: writes !== null && !db.state().isFailing,
    integrity: !db.state().isDamaged,
    schema: isNewer?.value !== true,
    storage: files !== null,
    redis: redis ? redis.isReady() : null,
    jobs: queue !== null && state.oldestWaitingMs < JOB_LATE_MS,
    tasks: schedule !== null && !tasks.some(({ isStandingStill }) => isStandingStill),
    mail: !mailer.hasFault(),
    clock: (schedule?.value.erasuresPausedSince ?? null) === null,
  };
  return {
    live: true,
    ready: checks.database,
    degraded: Object.values(checks).includes(false),
    checks,
    jobs: {
      ...state,
      lateMails: state.lateMails && { ...state.lateMails, since: iso(state.lateMails.since) },
    },
    backup: stateOfBackups(config.dataDir, clock.now()),
    tasks: tasks.map((task) => ({ ...task, lastRunAt: isoOrNull(task.lastRunAt) })),
  };
}

/** The write needs space and changes nothing. */
function storeNothing(db: HealthDeps['db']): Promise<void> {
  const id = randomUUID();
  const text = ' '.repeat(PROBE_SIZE);
  return db.write(async (tx) => {
    await tx.orm.insert(outbox).values({ id, recipient: '', subject: '', html: '', text, createdAt: 0 });
    await tx.orm.delete(outbox).where(eq(outbox.id, id));
  });
}

async function inTime<T>(probe: () => Promise<T>): Promise<{ value: T } | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  // After a stall the timer fires before answers are read.
  const timer = setTimeout(() => setImmediate(() => resolve(null)), PROBE_MS);
  try {
    return await Promise.race([probe().then((value) => ({ value })), promise]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
