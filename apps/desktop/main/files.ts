import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that only its owner reads, whole or not at all. */
export async function writePrivately(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}

/** The same without waiting, for the moment when the app ends. */
export function writePrivatelyNow(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
}

/** The bytes of a file, or null when there is none that can be read. */
export async function readIfThere(file: string): Promise<Buffer | null> {
  return readFile(file).catch(() => null);
}

/** The same without waiting, for what must be known before Electron is ready. */
export function readNowIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** Removes a file; one that is not there is no failure. */
export async function remove(file: string): Promise<void> {
  await rm(file, { force: true });
}
