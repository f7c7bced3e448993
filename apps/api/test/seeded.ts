import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';
import { randomsFrom } from './random.ts';

/**
 * Random numbers from 0 to 1 for one test. A failure's message names the seed; with it in `GUILDE_SEED` the same numbers
 * come again.
 */
export function seeded(): () => number {
  const seed = Number(process.env.GUILDE_SEED ?? randomInt(2 ** 31));
  onTestFailed(({ task }) => {
    for (const error of task.result?.errors ?? []) error.message = `GUILDE_SEED=${seed}: ${error.message}`;
  });
  return randomsFrom(seed);
}
