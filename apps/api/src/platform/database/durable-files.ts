import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** The file is complete or absent, also after a power cut. `ifAbsent` keeps an existing file. */
export function writeDurably(file: string, text: string, { ifAbsent = false } = {}): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    writeFileSync(aside, text, { mode: PRIVATE_FILE, flag: 'wx', flush: true });
    if (ifAbsent) linkUnlessThere(aside, file);
    else renameSync(aside, file);
    syncFolder(dirname(file));
  } finally {
    rmSync(aside, { force: true });
  }
}

function linkUnlessThere(aside: string, file: string): void {
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Syncs the names in a folder, not the content of its files. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders; it syncs names itself.
  if (process.platform === 'win32') return;
  syncPath(folder);
}

function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncFolder(folder);
}
