import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenDatabase } from './chosen-database.ts';
import { expectFreshPages } from './fresh-pages.ts';
import type { PersonName } from './people.ts';
import { runningChecks } from './running-checks.ts';
import { type Guilde, serveGuilde, type TestClock, testClock } from './serve.ts';
import { copyVillage, villageOf } from './village.ts';

export type { Guilde, TestClock } from './serve.ts';

type Options = {
  /** These people have signed up and in already; the default is everybody of people.ts. */
  cast?: PersonName[];
  rateLimits?: boolean;
  metrics?: boolean;
  /** The test's own folder is used as it is, without people; so is a database or a secret in `env`. */
  dataDir?: string;
  clock?: TestClock;
  env?: Record<string, string>;
  /** The database server has so long for an answer. */
  statementMs?: number;
  /** False turns off the check of cached pages, for a test that counts what the first reading takes. */
  checksPages?: boolean;
};

/** Starts the product on a new folder, in which the usual people have signed up and in (village.ts). */
export async function startGuilde(options: Options = {}): Promise<Guilde> {
  const own = options.dataDir ?? options.env?.DATABASE_URL ?? options.env?.GUILDE_SECRET;
  const village = own === undefined ? await villageOf(options.cast) : undefined;
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'guilde-'));
  if (village) copyVillage(village, folder);
  const database = await chosenDatabase(village?.file);
  const env = {
    DATA_DIR: folder,
    RATE_LIMITS: options.rateLimits ? 'on' : 'off',
    ...(options.metrics ? { METRICS_PORT: '0' } : {}),
    ...options.env,
    ...database.env,
  };
  const guilde = await serveGuilde(
    env,
    options.clock ?? testClock(village?.now),
    village,
    options.statementMs,
  );
  const unused = new Set(village?.people.map(({ id }) => id));
  const check = async () => {
    if (!guilde.deps.db.client.closed) await expectFreshPages(guilde.deps, unused);
  };
  if (options.checksPages ?? true) runningChecks.add(check);
  return {
    ...guilde,
    as: async (name) => {
      const client = await guilde.as(name);
      unused.delete(client.id);
      return client;
    },
    close: async () => {
      runningChecks.delete(check);
      await guilde.close();
      await database.remove();
      if (!options.dataDir) rmSync(folder, { recursive: true, force: true });
    },
  };
}
