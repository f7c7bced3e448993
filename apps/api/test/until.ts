const PATIENCE_MS = 90_000;

/** Waits for something that happens by itself, and rejects after a minute and a half. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  // Tests stop the clock of `Date`.
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It does not happen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
