import { isOffline } from '../kit/use-is-offline.ts';

/** `saveData` means that the person wants little traffic; not every browser has it. */
type Line = { connection?: { saveData?: boolean } };

/**
 * Prefetches one by one. Failures are ignored: the code is fetched again when needed. Nothing is fetched
 * offline, since browsers keep a failure for the life of the page.
 */
export async function loadWhenIdle(loads: (() => Promise<unknown>)[]): Promise<void> {
  if (!('requestIdleCallback' in globalThis) || (navigator as Line).connection?.saveData) return;
  for (const load of loads) {
    await idle();
    if (isOffline()) return;
    await load().catch(() => undefined);
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve());
  });
}
