import { createRequire, syncBuiltinESMExports } from 'node:module';

/** Preloaded into a process of ours: ends it, as a power cut would, right after the rename that KILLED_AT_RENAME counts to. */
const files = createRequire(import.meta.url)('node:fs/promises') as typeof import('node:fs/promises');
const { rename } = files;
let left = Number(process.env.KILLED_AT_RENAME);

files.rename = async (from, to) => {
  await rename(from, to);
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
