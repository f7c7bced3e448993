import { PATIENCE_MS } from '../../../scripts/extent.ts';

/** Waits for something that happens by itself, and rejects when it does not. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  // Tests stop the clock of `Date`.
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It does not happen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
