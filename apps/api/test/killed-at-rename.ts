import { createRequire, syncBuiltinESMExports } from 'node:module';

/** This is preloaded, and kills the process right after the rename with the number KILLED_AT_RENAME. */
const files = createRequire(import.meta.url)('node:fs/promises') as typeof import('node:fs/promises');
const { rename } = files;
let left = Number(process.env.KILLED_AT_RENAME);

files.rename = async (from, to) => {
  await rename(from, to);
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
