import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerAddress } from './address.ts';
import { asLibsqlError, type Engine, openEngine } from './engine.ts';
import { restrictDataFolder } from './private-folder.ts';

/** The lock is an empty database of its own, so that commands can open the real one while a server runs. */
const LOCK = 'server.lock';
/** A server takes up to eight seconds to stop. */
const PATIENCE_MS = 10_000;
const ASK_AGAIN_MS = 100;

/** The message is one French sentence with the remedy. */
export class DataFault extends Error {}

/** Refuses files that SQLite would accept: empty (a new community) or read-only. @throws DataFault */
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

export class FolderInUse extends Error {}

/**
 * Locks until the returned function is called or the process ends (it is a kernel lock; a file left behind is
 * harmless). Group commit, jobs and sockets rely on it.
 * @throws FolderInUse, after `patienceMs`; DataFault; LibsqlError, for example for a full disk.
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
      const failure = asLibsqlError(error);
      const isBusy = failure.code === 'SQLITE_BUSY';
      if (isBusy && performance.now() < deadline) {
        await sleep(ASK_AGAIN_MS);
        continue;
      }
      lock.close();
      if (isBusy) throw new FolderInUse(dataDir);
      throw failure.code === 'SQLITE_NOTADB' ? damagedLock(file) : failure;
    }
  }
}

function openLock(dataDir: string, file: string): Engine.Database {
  try {
    restrictDataFolder(dataDir);
  } catch {
    throw notWritable(dataDir);
  }
  if (!isWritable(dataDir)) throw notWritable(dataDir);
  // SQLite would open it read-only, and several processes could then « lock » it.
  if (existsSync(file) && !isWritable(file)) throw notWritable(file);
  return openEngine(file);
}

function damagedLock(file: string): DataFault {
  return new DataFault(
    `DATA_DIR\u00a0: le verrou ${file} est abîmé, vérifie qu’aucun serveur ne tourne puis efface-le.`,
  );
}

export function noInstallation(dataDir: string): DataFault {
  return new DataFault(
    `DATA_DIR\u00a0: il n’y a pas d’installation de Guilde dans ${dataDir}, corrige le chemin, restaure une sauvegarde ou démarre le serveur, qui en crée une.`,
  );
}

export function emptyServer({ url }: ServerAddress): DataFault {
  return new DataFault(
    `DATABASE_URL\u00a0: la base du serveur libSQL ${new URL(url).host} est vide, corrige l’adresse, restaure une sauvegarde ou démarre le serveur de Guilde.`,
  );
}

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
