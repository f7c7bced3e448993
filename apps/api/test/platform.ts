import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Db, openDatabase } from '../src/platform/database/db.ts';
import { createJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { chosenDatabase } from './chosen-database.ts';

/** The folder is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function temporaryFile(): Promise<{ db: Db; file: string }> {
  const file = join(temporaryFolder(), 'guilde.db');
  const db = await openDatabase({ file }, createLog('silent'));
  onTestFinished(() => db.close());
  return { db, file };
}

/** The database is migrated, and of the kind that the suite runs on. */
export async function temporaryDatabase(): Promise<{ db: Db }> {
  const { env, remove } = await chosenDatabase();
  if (!env.DATABASE_URL) return temporaryFile();
  const db = await openDatabase({ url: env.DATABASE_URL }, createLog('silent'));
  onTestFinished(async () => {
    db.close();
    await remove();
  });
  return { db };
}

/** The jobs have their own database, and a clock that the test moves. */
export async function temporaryJobs() {
  const { db } = await temporaryDatabase();
  const time = { now: 1_000_000, passed: 0 };
  const parts = {
    db,
    clock: { now: () => time.now, elapsed: () => performance.now() + time.passed },
    log: createLog('silent'),
    secrets: createSecrets('s'.repeat(32)),
  };
  return { db, time, parts, jobs: createJobs(parts) };
}
