import { execFile } from 'node:child_process';
import { COMMAND_LINE } from './programs.ts';

/** Runs `npm run guilde -- …` on a data folder, or on one with further settings. */
export function guildeCommand(
  on: string | { dataDir: string; env: Record<string, string> },
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const { dataDir, env: more } = typeof on === 'string' ? { dataDir: on, env: {} } : on;
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '3000', ...more };
  const { promise, resolve } = Promise.withResolvers<{ code: number; out: string; err: string }>();
  execFile(process.execPath, [COMMAND_LINE, ...args], { env }, (error, out, err) =>
    resolve({ code: error ? Number(error.code) : 0, out, err }),
  );
  return promise;
}
