import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { restrictDataFolder } from './private-folder.ts';

/** An empty database of its own, so that commands can open the community's while a server runs. */
const LOCK = 'server.lock';
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;
/** A server that was asked to stop may take eight seconds: the next one waits for it. */
const PATIENCE_MS = 10_000;
const ASK_AGAIN_MS = 100;

/** Something is wrong with the data; the message is one French sentence that says what, and what to do. */
export class DataFault extends Error {}

/**
 * Refuses a database file that SQLite would take without a word and that is not what it should be: one without a byte
 * would begin a new community, one that cannot be written would serve readers only. Errors: DataFault.
 */
export function checkDatabaseFile(file: string): void {
  const folder = dirname(file);
  if (!isWritable(folder)) throw notWritable(folder);
  if (!existsSync(file)) return;
  if (statSync(file).size === 0)
    throw new DataFault(
      `DATA_DIR\u00a0: ${file} est vide (zéro octet), restaure une sauvegarde ou efface-le pour commencer une nouvelle communauté.`,
    );
  for (const path of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(path) && !isWritable(path)) throw notWritable(path);
}

/** Another process serves the data in that folder, or is putting a backup in their place. */
export class FolderInUse extends Error {}

/**
 * Makes this process the only one that serves the data in `dataDir`, until the returned function is called or the process
 * ends, however it ends: the lock is the kernel's, and the file that stays behind means nothing. Group commit, jobs that
 * run once and sockets that hear everything rest on it. Errors: FolderInUse, after `patienceMs`; DataFault.
 */
export async function lockDataFolder(dataDir: string, patienceMs = PATIENCE_MS): Promise<() => void> {
  const file = join(dataDir, LOCK);
  const lock = openLock(dataDir, file);
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return () => {
        lock.exec('ROLLBACK');
        lock.close();
      };
    } catch (error) {
      const { errcode } = error as { errcode?: number };
      const isBusy = errcode === SQLITE_BUSY;
      if (isBusy && performance.now() < deadline) {
        await sleep(ASK_AGAIN_MS);
        continue;
      }
      lock.close();
      if (isBusy) throw new FolderInUse(dataDir);
      throw errcode === SQLITE_NOTADB ? damagedLock(file) : notWritable(file);
    }
  }
}

function openLock(dataDir: string, file: string): DatabaseSync {
  try {
    restrictDataFolder(dataDir);
  } catch {
    throw notWritable(dataDir);
  }
  if (!isWritable(dataDir)) throw notWritable(dataDir);
  // SQLite would open a file that it cannot write for reading only, and « lock » it beside others that do the same.
  if (existsSync(file) && !isWritable(file)) throw notWritable(file);
  return new DatabaseSync(file, { timeout: 0 });
}

function damagedLock(file: string): DataFault {
  return new DataFault(
    `DATA_DIR\u00a0: le verrou ${file} est abîmé, vérifie qu’aucun serveur ne tourne puis efface-le.`,
  );
}

/** Errors of the file system said as a person can act on them. */
export function notWritable(path: string): DataFault {
  return new DataFault(
    `DATA_DIR\u00a0: impossible d’écrire dans ${path}, rends-le accessible à l’utilisateur du serveur.`,
  );
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
