import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes the file whole or not at all, readable by its owner only. */
export async function writePrivately(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}

/** It is synchronous for the end of the app. */
export function writePrivatelyNow(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
}

export async function readIfThere(file: string): Promise<Buffer | null> {
  return readFile(file).catch(() => null);
}

/** It is synchronous for use before Electron is ready. */
export function readNowIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

export async function remove(file: string): Promise<void> {
  await rm(file, { force: true });
}
