import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Keys come from the server: lower-case letters, digits, `-`, `/` and one extension. */
export type Storage = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Null when absent. */
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  remove: (key: string) => Promise<void>;
};

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Throws for a key that the server did not make, such as a path. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error('This storage key is not one of ours');
  return key;
}

/** A file is complete or absent: it is written aside and renamed. */
export function diskStorage(folder: string): Storage {
  const path = (key: string) => join(folder, checkKey(key));
  return {
    put: async (key, bytes) => {
      const target = path(key);
      await mkdir(dirname(target), { recursive: true });
      const aside = `${target}.${randomUUID()}`;
      await writeFile(aside, bytes, { flush: true });
      await rename(aside, target);
    },
    get: async (key) => {
      try {
        return new Uint8Array(await readFile(path(key)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (key) => rm(path(key), { force: true }),
  };
}
