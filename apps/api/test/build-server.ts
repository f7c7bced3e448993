import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Before the tests of a project: the programs that they start (programs.ts) are of these sources. */
export async function setup(): Promise<void> {
  await build({ root: fileURLToPath(new URL('..', import.meta.url)) });
}
