import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** `first` and `last` are positions of bytes, both included. */
export type ByteRange = { first: number; last: number };

/** Keys come from the server: lower-case letters, digits, `-`, `/` and one extension. */
export type Storage = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** A stream keeps large files out of the memory. Resolves with null when the file is absent. */
  read: (key: string, range: ByteRange) => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  remove: (key: string) => Promise<void>;
  /** Keys that begin with this folder, such as « shared », come in no order. */
  list: (folder: string) => AsyncIterable<string>;
  /** Removes what a server that was killed had half written before this instant. */
  sweep: (before: number) => Promise<void>;
};

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** `put` writes such a file before it has the whole. */
const ASIDE = /\.[a-z0-9]+\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws for a key that the server did not make, such as a path. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error('This storage key is not one of ours');
  return key;
}

/** The file opens with the first read, so that a body that nobody reads keeps none open. */
async function* bytesIn(file: string, range: { start: number; end: number }) {
  yield* createReadStream(file, range) as AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** A file is complete or absent, because it is renamed once it is written. */
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
  // `readdir` with `recursive` would fail for all when one folder goes meanwhile.
  async function* filesIn(top: string): AsyncGenerator<string> {
    for (const entry of (await unlessAbsent(readdir(top, { withFileTypes: true }))) ?? []) {
      const at = join(top, entry.name);
      if (entry.isDirectory()) yield* filesIn(at);
      else if (entry.isFile()) yield relative(folder, at).split(sep).join('/');
    }
  }
  const writeAside = async (target: string, bytes: Uint8Array): Promise<string> => {
    const aside = `${target}.${randomUUID()}`;
    const write = async () => {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(aside, bytes, { flush: true });
      return true;
    };
    const isWritten = await unlessAbsent(write());
    // `remove` can take the empty folder away at any moment, also while `mkdir` runs.
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
      // A folder with other files stays.
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
