import { fileURLToPath } from 'node:url';
import { build } from 'vite';

let built: Promise<unknown> | undefined;

/** Before all tests, once for all projects: the programs that they start (programs.ts) are of these sources. */
export async function setup(): Promise<void> {
  built ??= build({ root: fileURLToPath(new URL('..', import.meta.url)) });
  await built;
}
