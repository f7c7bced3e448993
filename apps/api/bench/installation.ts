import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../src/platform/config.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { createSecrets, type Secrets } from '../src/platform/secrets.ts';
import { SERVER } from '../test/programs.ts';
import { seedCommunity } from './community.ts';
import { type Layout, startServices } from './layouts.ts';
import type { Size } from './people.ts';
import { type Server, startServer, together } from './processes.ts';

export const SECRET = 'the-secret-of-measurements-only-0123456789';

/** An installation is a folder with a community, what holds its data, and the means to sign sessions. */
export type Installation = {
  size: Size;
  layout: Layout;
  folder: string;
  file: string;
  config: Config;
  secrets: Secrets;
  /** The file has no address. */
  databaseUrl: string | null;
  /** `own` adds settings to those of the layout. */
  startProduct: (own?: Record<string, string>) => Promise<Server>;
  startBare: (script: string, env?: Record<string, string>) => Promise<Server>;
  remove: () => Promise<void>;
};

/** A libSQL server begins with a copy of the seeded file. */
export async function install(
  size: Size,
  layout: Layout = 'file',
  share: number | null = null,
): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-bench-'));
  const env = {
    DATA_DIR: folder,
    GUILDE_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    HOST: '127.0.0.1',
  };
  const config = readConfig(env);
  const file = join(folder, 'guilde.db');
  const db = await openDatabase({ file }, createLog('warn'));
  await seedCommunity(db, size, Date.now());
  db.close();
  const services = await startServices(layout, file);
  const instance = (number: number, own: Record<string, string>) =>
    startServer(
      SERVER,
      '/api/health/live',
      {
        ...env,
        ...services.env,
        ...(layout !== 'file' && { DATA_DIR: join(folder, `instance-${number}`) }),
        ...own,
      },
      share,
    );
  return {
    size,
    layout,
    folder,
    file,
    config,
    secrets: createSecrets(SECRET),
    databaseUrl: services.env.DATABASE_URL ?? null,
    startProduct: async (own = {}) =>
      together(
        await Promise.all(Array.from({ length: services.instances }, (_, number) => instance(number, own))),
        services.pids,
      ),
    startBare: async (script, own) =>
      together(
        [await startServer(script, '/', { FILE: file, ...services.env, ...own }, share)],
        services.pids,
      ),
    remove: async () => {
      await services.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
