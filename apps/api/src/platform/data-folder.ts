import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** An empty database of its own, so that commands can open the community's while a server runs. */
const LOCK = 'server.lock';
const SQLITE_BUSY = 5;
/** A server that was asked to stop may take eight seconds: the next one waits for it. */
const PATIENCE_MS = 10_000;
const ASK_AGAIN_MS = 100;

/** Another process serves the data in that folder, or is putting a backup in their place. */
export class FolderInUse extends Error {}

/**
 * Makes this process the only one that serves the data in `dataDir`, until the returned function is called or the process
 * ends, however it ends: the lock is the kernel's, and the file that stays behind means nothing. Group commit, jobs that
 * run once and sockets that hear everything rest on it. Errors: FolderInUse, after `patienceMs`.
 */
export async function holdFolder(dataDir: string, patienceMs = PATIENCE_MS): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true });
  const lock = new DatabaseSync(join(dataDir, LOCK), { timeout: 0 });
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return () => {
        lock.exec('ROLLBACK');
        lock.close();
      };
    } catch (error) {
      const isBusy = (error as { errcode?: number }).errcode === SQLITE_BUSY;
      if (isBusy && performance.now() < deadline) {
        await sleep(ASK_AGAIN_MS);
        continue;
      }
      lock.close();
      throw isBusy ? new FolderInUse(dataDir) : error;
    }
  }
}
