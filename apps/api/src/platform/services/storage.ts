import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Positions of the first and the last byte. */
export type ByteRange = { first: number; last: number };

/** Keys come from the server: lower-case letters, digits, `-`, `/` and one extension. */
export type Storage = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Null when absent. */
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** As a stream, so that no large file is in the memory. Null when absent. */
  read: (key: string, range: ByteRange) => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  remove: (key: string) => Promise<void>;
  /** All keys that begin with this folder, such as « shared », in no order. */
  list: (folder: string) => AsyncIterable<string>;
  /** Removes what a server that was killed had half written before this time. */
  sweep: (before: number) => Promise<void>;
};

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** What `put` writes before it has the whole. */
const ASIDE = /\.[a-z0-9]+\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws for a key that the server did not make, such as a path. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error('This storage key is not one of ours');
  return key;
}

/** Opens the file when the first of them is asked for, so that a body that nobody reads keeps none open. */
async function* bytesIn(file: string, range: { start: number; end: number }) {
  yield* createReadStream(file, range) as AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** A file is complete or absent: it is written aside and renamed. */
export function diskStorage(folder: string): Storage {
  const path = (key: string) => join(folder, checkKey(key));
  const unlessAbsent = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
  // Not `readdir` with `recursive`, which fails for all when one folder goes meanwhile.
  async function* filesIn(top: string): AsyncGenerator<string> {
    for (const entry of (await unlessAbsent(readdir(top, { withFileTypes: true }))) ?? []) {
      const at = join(top, entry.name);
      if (entry.isDirectory()) yield* filesIn(at);
      else if (entry.isFile()) yield relative(folder, at).split(sep).join('/');
    }
  }
  const writeAside = async (target: string, bytes: Uint8Array): Promise<string> => {
    const aside = `${target}.${randomUUID()}`;
    await mkdir(dirname(target), { recursive: true });
    const isWritten = await unlessAbsent(writeFile(aside, bytes, { flush: true }).then(() => true));
    // The folder was empty, and `remove` took it away in between.
    return isWritten ? aside : writeAside(target, bytes);
  };
  return {
    put: async (key, bytes) => {
      const target = path(key);
      await rename(await writeAside(target, bytes), target);
    },
    get: async (key) => {
      const bytes = await unlessAbsent(readFile(path(key)));
      return bytes && new Uint8Array(bytes);
    },
    read: async (key, { first, last }) => {
      if (!(await unlessAbsent(stat(path(key))))) return null;
      return ReadableStream.from(bytesIn(path(key), { start: first, end: last }));
    },
    remove: async (key) => {
      await rm(path(key), { force: true });
      // Each file has one of its own. It stays while there is something in it.
      if (key.includes('/')) await rmdir(dirname(path(key))).catch(() => undefined);
    },
    list: async function* (within) {
      for await (const key of filesIn(join(folder, within))) if (KEY.test(key)) yield key;
    },
    sweep: async (before) => {
      for await (const name of filesIn(folder)) {
        if (!ASIDE.test(name)) continue;
        const written = await unlessAbsent(stat(join(folder, name)));
        if (written && written.mtimeMs < before) await rm(join(folder, name), { force: true });
      }
    },
  };
}
