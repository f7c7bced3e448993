import { randomUUID } from 'node:crypto';
import { copyFile, rename, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Downloaded } from '../bridge.ts';
import { remove } from './files.ts';

export type Faulty = Extract<Downloaded, { isSaved: false }>['fault'];

/** File systems keep blocks back, so a disk counts as full below this. */
const FULL_BELOW = 64 * 1024;

/** The file has its name at once and whole, or not at all, also on another disk. */
export async function moveWhole(part: string, path: string): Promise<void> {
  try {
    await rename(part, path);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    const beside = join(dirname(path), `.${randomUUID()}.part`);
    try {
      await copyFile(part, beside);
      await rename(beside, path);
    } finally {
      await remove(beside);
    }
  }
}

export function diskFaultOf(error: unknown): Faulty {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error)) ? 'full' : 'disk';
}

/** Electron does not say why a download broke off. Those that the page makes need no network. */
export async function whyBroken(address: string, missing: number, folder: string): Promise<Faulty> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize < Math.max(missing, FULL_BELOW)) return 'full';
  return address.startsWith('blob:') ? 'disk' : 'network';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
