import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Deps } from './deps.ts';
import { describe, type Env } from './http.ts';

/** Whether the process runs (`live`) and whether it can serve (`ready`: database and storage answer). */
type Health = {
  live: true;
  ready: boolean;
  checks: { database: boolean; storage: boolean };
  jobs: { waiting: number; failed: number; oldestWaitingMs: number };
};

const PROBE_KEY = 'health/absent.txt';

export function healthRoutes(deps: Pick<Deps, 'db' | 'storage' | 'jobs'>) {
  const health = async (): Promise<Health> => {
    const database = await succeeds(() => deps.db.orm.run(sql`select 1`));
    const storage = await succeeds(() => deps.storage.get(PROBE_KEY));
    const jobs = database ? await deps.jobs.state() : { waiting: 0, failed: 0, oldestWaitingMs: 0 };
    return { live: true, ready: database && storage, checks: { database, storage }, jobs };
  };
  return new Hono<Env>()
    .get('/', describe('Whether the service is live and ready', 'Health', ['UNAVAILABLE']), async (c) => {
      const answer = await health();
      return answer.ready ? c.json(answer, 200) : c.json(answer, 503);
    })
    .get('/live', describe('Whether the process runs', '{ live: true }'), (c) => c.json({ live: true }, 200))
    .get('/ready', describe('Whether the service can serve', 'Health', ['UNAVAILABLE']), async (c) => {
      const answer = await health();
      return answer.ready ? c.json(answer, 200) : c.json(answer, 503);
    });
}

async function succeeds(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return true;
  } catch {
    return false;
  }
}
