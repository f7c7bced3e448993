import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../observe/log.ts';

/** Removes copies of a server's database that earlier versions left: they hold everybody's data. */
export function removeFormerReplicas(dataDir: string, log: Log): void {
  const folder = join(dataDir, 'replica');
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.error({ folder, code }, 'copies of the database by an earlier version were not removed');
  }
}
