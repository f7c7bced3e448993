import { createRequire, syncBuiltinESMExports } from 'node:module';

/** This is preloaded, and writes into the file NOTED_IN what the process syncs and renames, in order. */
const require = createRequire(import.meta.url);
const files = require('node:fs') as typeof import('node:fs');
const later = require('node:fs/promises') as typeof import('node:fs/promises');
const { openSync, fsyncSync } = files;
const { rename } = later;
const paths = new Map<number, string>();

function note(line: string): void {
  files.appendFileSync(process.env.NOTED_IN ?? '', `${line}\n`);
}

files.openSync = (path, ...more) => {
  const handle = openSync(path, ...more);
  paths.set(handle, String(path));
  return handle;
};
files.fsyncSync = (handle) => {
  fsyncSync(handle);
  note(`synced ${paths.get(handle)}`);
};
later.rename = async (from, to) => {
  await rename(from, to);
  note(`renamed ${String(from)}`);
};
syncBuiltinESMExports();
