import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';
import { randomsFrom } from './random.ts';

/** A failure's message names the seed; the same seed in `GUILDE_SEED` repeats the numbers (0 to 1). */
export function seeded(): () => number {
  const seed = Number(process.env.GUILDE_SEED ?? randomInt(2 ** 31));
  onTestFailed(({ task }) => {
    for (const error of task.result?.errors ?? []) error.message = `GUILDE_SEED=${seed}: ${error.message}`;
  });
  return randomsFrom(seed);
}
