import { AppError } from '@guilde/contracts/errors.ts';
import type { Deps } from '../platform/deps.ts';
import { createSearchRefill } from './search-refill.ts';
import { publishSos } from './views.ts';

const MINUTE_MS = 60_000;

/**
 * Shows an SOS anew when its conversation changed by itself; one that is gone meanwhile needs no showing. Makes SOS of
 * former versions findable by their stems.
 */
export function startSos(deps: Pick<Deps, 'db' | 'live' | 'jobs'>): void {
  deps.jobs.handle('sos.changed', async ({ sosId }) => {
    try {
      await deps.db.write((tx) => publishSos(tx, deps, sosId));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  });
  deps.jobs.every('sos.search-refill', MINUTE_MS, createSearchRefill(deps));
}
