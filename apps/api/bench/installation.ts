import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../src/platform/config.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { createSecrets, type Secrets } from '../src/platform/secrets.ts';
import { seedCommunity } from './community.ts';
import type { Size } from './people.ts';
import { type Server, startServer } from './processes.ts';

const SECRET = 'the-secret-of-measurements-only-0123456789';

/** A folder with a community, and the means to sign sessions. */
export type Installation = {
  size: Size;
  folder: string;
  file: string;
  config: Config;
  secrets: Secrets;
  startProduct: () => Promise<Server>;
  startBareReader: () => Promise<Server>;
  remove: () => void;
};

export async function install(size: Size): Promise<Installation> {
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
  return {
    size,
    folder,
    file,
    config,
    secrets: createSecrets(SECRET),
    startProduct: () => startServer('../src/server.ts', '/api/health/live', env),
    startBareReader: () => startServer('./bare-http.ts', '/', { FILE: file }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
