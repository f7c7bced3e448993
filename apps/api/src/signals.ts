import type { Running } from './listen.ts';

/** Stops gracefully when asked to end, once; a second signal ends at once. */
export function stopOnSignals(running: Running): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      running
        .stop()
        .then(() => process.exit(0))
        .catch(() => process.exit(1));
    });
  }
}
