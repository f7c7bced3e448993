import { closeSync, constants, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DataFault } from './data-folder.ts';
import { PRIVATE_FILE } from './durable-files.ts';
import { openEngine } from './engine.ts';

const FILE_NAME = 'guilde.commits';
const DIGITS = 10;
const WAIT_MS = 1000;

export type CommitCounter = { write: (number: number) => void; close: () => void };

/**
 * Stores the number of the last acknowledged commit beside the database. The file is not synced, which would
 * double the cost of a commit: after a power cut it may be behind, never ahead.
 */
export function openCommitCounter(database: string): CommitCounter {
  const handle = openSync(counterFile(database), constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE);
  return {
    write: (number) => {
      try {
        writeSync(handle, String(number).padStart(DIGITS, '0'), 0);
      } catch {
        // Without the counter only the check at the next start is lost.
      }
    },
    close: () => closeSync(handle),
  };
}

/**
 * Refuses a database that lacks acknowledged commits: its log was lost, or an older copy replaced it. Reading
 * leaves the log untouched.
 * @throws DataFault
 */
export function checkCommits(database: string): void {
  const path = counterFile(database);
  const acknowledged = existsSync(path) ? Number(readFileSync(path, 'utf8')) || 0 : 0;
  if (acknowledged === 0) return;
  if (!existsSync(database))
    throw new DataFault(
      `DATA_DIR\u00a0: la base ${database} manque, remets-la ou restaure une sauvegarde (pour commencer une nouvelle communauté, efface ${path}).`,
    );
  const lost = acknowledged - storedCommits(database);
  if (lost > 0)
    throw new DataFault(
      `DATA_DIR\u00a0: la base ${database} a perdu ses dernières écritures (${lost}), remets son journal ${database}-wal ou restaure une sauvegarde (pour continuer sans elles, efface ${path}).`,
    );
}

/** Returns Infinity for a file that does not open, because the real open reports the error. */
function storedCommits(database: string): number {
  try {
    const file = openEngine(database, { readOnly: true, waitMs: WAIT_MS });
    try {
      const [[number] = []] = file.prepare('PRAGMA user_version').raw().all() as number[][];
      return Number(number ?? 0);
    } finally {
      file.close();
    }
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function counterFile(database: string): string {
  return join(dirname(database), FILE_NAME);
}
