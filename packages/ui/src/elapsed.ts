import { createElapsed } from '@guilde/contracts/elapsed.ts';

/** Durations are differences of its values, in milliseconds. */
export const elapsed = createElapsed(
  () => Date.now(),
  () => performance.now(),
);
