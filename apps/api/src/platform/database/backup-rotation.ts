import { existsSync, readFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST, type Manifest, timestampOf } from './backup.ts';

const DATED = /^\d{4}(?:-\d\d){5}$/;
const PARTIAL = /^\d{4}(?:-\d\d){5}\.partial$/;
/** No backup is written for that long. */
const ABANDONED_MS = 12 * 3_600_000;

/** Removes what a killed backup or rotation left behind. */
export async function removeAbandoned(folder: string, now: number): Promise<void> {
  const before = timestampOf(now - ABANDONED_MS);
  for (const name of await namesIn(folder))
    if (PARTIAL.test(name) && name < before) await rm(join(folder, name), { recursive: true, force: true });
}

/** Keeps the newest `keep` dated backups, and whatever else is in the folder. Returns how many it removed. */
export async function rotateBackups(folder: string, keep: number): Promise<number> {
  const made = (await namesIn(folder)).filter((name) => isDatedBackup(folder, name)).toSorted();
  const old = made.slice(0, Math.max(0, made.length - keep));
  for (const name of old) {
    // Under its own name a backup is complete, also when this is killed halfway.
    const aside = join(folder, `${name}.partial`);
    await rename(join(folder, name), aside);
    await rm(aside, { recursive: true, force: true });
  }
  return old.length;
}

async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}

/** A folder counts whose manifest says the moment of its name: others were made or changed by somebody. */
function isDatedBackup(folder: string, name: string): boolean {
  if (!DATED.test(name)) return false;
  try {
    const { madeAt, raw } = JSON.parse(readFileSync(join(folder, name, MANIFEST), 'utf8')) as Manifest;
    return !raw && timestampOf(Date.parse(madeAt)) === name;
  } catch {
    return false;
  }
}
