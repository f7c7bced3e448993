import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './durable-files.ts';

/** Other names are not touched. */
const OURS =
  /^(guilde\.(db|commits).*|secret|server\.lock.*|files|web|sauvegardes|restauration.*|avant-restauration-.*)$/;
const STICKY = 0o1000;

/** Also restricts files of older versions. Returns the paths for which it failed. */
export function restrictDataFolder(dataDir: string): string[] {
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  const open: string[] = [];
  // A shared folder such as /tmp must stay open.
  if ((lstatSync(dataDir).mode & STICKY) === 0) restrict(dataDir, open);
  for (const name of readdirSync(dataDir)) if (OURS.test(name)) restrictAll(join(dataDir, name), open);
  return open;
}

export function restrictAll(path: string, open: string[] = []): void {
  const isFolder = restrict(path, open);
  if (isFolder) for (const name of readdirSync(path)) restrictAll(join(path, name), open);
}

/** Returns true for a folder. Links are not followed: they may lead out of the data folder. */
function restrict(path: string, open: string[]): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink()) return false;
  const wanted = stat.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE;
  if ((stat.mode & 0o777) !== wanted) {
    try {
      chmodSync(path, wanted);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') open.push(path);
    }
  }
  return stat.isDirectory();
}
