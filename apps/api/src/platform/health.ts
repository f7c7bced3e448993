import { OLDEST_CLIENT, PROTOCOL, type ServerProtocol } from '@guilde/contracts/compatibility.ts';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Deps } from './deps.ts';
import { describe, type Env } from './http.ts';
import type { Jobs } from './jobs.ts';

/**
 * `live`: the process runs. `ready`: it can serve, because database and storage answer. `degraded`: it serves, but
 * somebody should look: other instances are out of reach (chat goes on by asking), or jobs wait for too long.
 */
type Health = {
  live: true;
  ready: boolean;
  degraded: boolean;
  /** `redis` is null where none is configured. */
  checks: { database: boolean; storage: boolean; redis: boolean | null; jobs: boolean };
  jobs: QueueState;
};

const PROBE_KEY = 'health/absent.txt';
/** What has not answered by then does not answer, in milliseconds. */
const PROBE_MS = 2000;
/** An answer serves everybody who asks within this time, so that asking costs nothing. */
const KEPT_MS = 1000;
/** A due job that has waited for so long is late. */
const JOB_LATE_MS = 5 * 60_000;
const UNKNOWN: QueueState = { waiting: 0, failed: 0, oldestWaitingMs: 0 };

const RUNNING: { live: true } & ServerProtocol = {
  live: true,
  protocol: PROTOCOL,
  oldestClient: OLDEST_CLIENT,
};

type QueueState = Awaited<ReturnType<Jobs['state']>>;
type HealthDeps = Pick<Deps, 'db' | 'storage' | 'jobs' | 'redis'>;

export function healthRoutes(deps: HealthDeps) {
  let kept: { at: number; answer: Promise<Health> } | null = null;
  const health = (): Promise<Health> => {
    if (kept && performance.now() - kept.at < KEPT_MS) return kept.answer;
    kept = { at: performance.now(), answer: look(deps) };
    return kept.answer;
  };
  return new Hono<Env>()
    .get('/', describe('Whether the service is live and ready', 'Health', ['UNAVAILABLE']), async (c) => {
      const answer = await health();
      return answer.ready ? c.json(answer, 200) : c.json(answer, 503);
    })
    .get(
      '/live',
      describe('Whether the process runs, and which clients it serves', '{ live: true } & ServerProtocol'),
      (c) => c.json(RUNNING, 200),
    )
    .get('/ready', describe('Whether the service can serve', 'Health', ['UNAVAILABLE']), async (c) => {
      const answer = await health();
      return answer.ready ? c.json(answer, 200) : c.json(answer, 503);
    });
}

async function look({ db, storage, jobs, redis }: HealthDeps): Promise<Health> {
  const [database, files, queue] = await Promise.all([
    inTime(() => db.orm.run(sql`select 1`)),
    inTime(() => storage.get(PROBE_KEY)),
    inTime(() => jobs.state()),
  ]);
  const state = queue?.value ?? UNKNOWN;
  const checks = {
    database: database !== null,
    storage: files !== null,
    redis: redis ? redis.isReady() : null,
    jobs: queue !== null && state.oldestWaitingMs < JOB_LATE_MS,
  };
  return {
    live: true,
    ready: checks.database && checks.storage,
    degraded: Object.values(checks).includes(false),
    checks,
    jobs: state,
  };
}

/** What the probe answers, or null when it fails or takes too long. */
async function inTime<T>(probe: () => Promise<T>): Promise<{ value: T } | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), PROBE_MS);
  try {
    return await Promise.race([probe().then((value) => ({ value })), promise]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
