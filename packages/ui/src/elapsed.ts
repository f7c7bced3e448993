import { createElapsed } from '@guilde/contracts/elapsed.ts';

/** For durations. */
export const elapsed = createElapsed(
  () => Date.now(),
  () => performance.now(),
);
