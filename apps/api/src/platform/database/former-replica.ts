import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../observe/log.ts';

/**
 * Removes the copies of a libSQL server's database that earlier versions kept in the data folder: they hold everybody's
 * data, and a version that was killed left them behind.
 */
export function removeFormerReplicas(dataDir: string, log: Log): void {
  const folder = join(dataDir, 'replica');
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.error({ folder, code }, 'copies of the database by an earlier version were not removed');
  }
}
