import { setTimeout as sleep } from 'node:timers/promises';
import { asLibsqlError } from './engine.ts';

/** The first waits are short, to catch the moment between two foreign locks. */
const WAIT_MS = [1, 2, 5, 10] as const;
const LIMIT_MS = 8000;

/**
 * Repeats an attempt that another process's lock refuses, for up to eight seconds, without blocking this
 * process meanwhile.
 */
export async function retryWhileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const start = performance.now();
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const isBusy = asLibsqlError(error).code === 'SQLITE_BUSY';
      if (!isBusy || performance.now() - start > LIMIT_MS) throw error;
    }
    await sleep(WAIT_MS[Math.min(failures, WAIT_MS.length - 1)]);
  }
}
