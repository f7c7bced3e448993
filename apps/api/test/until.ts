const PATIENCE_MS = 20_000;

/** Waits for something that happens by itself; rejects after twenty seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It does not happen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
