/** `saveData`: the person asked for as little as possible. Not in every browser. */
type Line = { connection?: { saveData?: boolean } };

/** Fetches code before it is asked for, one after the other while the page rests. What fails is tried when it is needed. */
export async function loadWhenIdle(loads: (() => Promise<unknown>)[]): Promise<void> {
  if (!('requestIdleCallback' in globalThis) || (navigator as Line).connection?.saveData) return;
  for (const load of loads) {
    await idle();
    await load().catch(() => undefined);
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve());
  });
}
