import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './durable-files.ts';

/** What the server and its commands put into a data folder; nothing else in it is touched. */
const OURS =
  /^(guilde\.(db|commits).*|secret|server\.lock.*|files|web|sauvegardes|restauration.*|avant-restauration-.*)$/;
const STICKY = 0o1000;

/**
 * Makes the data folder and all that is ours in it readable by its owner only, also what an older version wrote. What
 * belongs to somebody else, as a volume may, stays as it is. Returns the paths that could not be made private.
 */
export function restrictDataFolder(dataDir: string): string[] {
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  const open: string[] = [];
  // A folder that everybody shares, as /tmp, is not ours to close.
  if ((lstatSync(dataDir).mode & STICKY) === 0) restrict(dataDir, open);
  for (const name of readdirSync(dataDir)) if (OURS.test(name)) restrictAll(join(dataDir, name), open);
  return open;
}

/** Makes a file, or a folder with all that is in it, readable by its owner only; `open` gathers what could not be. */
export function restrictAll(path: string, open: string[] = []): void {
  const isFolder = restrict(path, open);
  if (isFolder) for (const name of readdirSync(path)) restrictAll(join(path, name), open);
}

/** True for a folder. A link may lead out of the data folder: it is not followed. */
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
