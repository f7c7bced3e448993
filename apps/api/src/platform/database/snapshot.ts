import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LibsqlError } from '@libsql/client';
import { keptChild } from '../child-process/parent.ts';
import { DOWNLOAD_PROCESS } from '../installed-files.ts';
import type { DatabaseAddress } from './address.ts';
import type { DownloadJob } from './download-process.ts';
import { type Engine, openEngine } from './engine.ts';

type Row = Record<string, unknown>;

/** All reads see one moment. Writers go on, but a file's log grows until `close`. */
export type Snapshot = { rows: (sql: string, values?: readonly unknown[]) => Row[]; close: () => void };

const PATIENCE_MS = 30_000;
/** The folder of a copy begins with it. */
const COPY = 'export-';
/** The download of a server's database blocks its process. */
const download = keptChild<DownloadJob, string | null>(DOWNLOAD_PROCESS, {
  jobMs: 15 * 60_000,
  idleMs: 0,
  memoryMb: 1024,
});

/** The copy of a server's database is in `folder` until `close`. @throws LibsqlError */
export async function openSnapshot(database: DatabaseAddress, folder: string): Promise<Snapshot> {
  if ('file' in database) return snapshotOf(openEngine(database.file, { waitMs: PATIENCE_MS }));
  const own = mkdtempSync(join(folder, COPY));
  const remove = () => rmSync(own, { recursive: true, force: true });
  try {
    const copy = join(own, 'copy.db');
    const fault = await download({ server: database, to: copy });
    if (fault !== null) throw new LibsqlError('The copy of the database failed', fault);
    return snapshotOf(openEngine(copy), remove);
  } catch (error) {
    remove();
    throw error;
  }
}

/** A server that was killed meanwhile leaves its copy, with everything in it. */
export function removeLeftCopies(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(COPY)) rmSync(join(folder, name), { recursive: true, force: true });
}

export function snapshotOf(database: Engine.Database, afterwards: () => void = () => undefined): Snapshot {
  database.exec('PRAGMA query_only = ON');
  database.exec('BEGIN');
  // The moment is that of the first read.
  database.prepare('SELECT 1 FROM sqlite_master').all([]);
  return {
    rows: (sql, values = []) => database.prepare(sql).all([...values]) as Row[],
    close: () => {
      database.exec('COMMIT');
      database.close();
      afterwards();
    },
  };
}
