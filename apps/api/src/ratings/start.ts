import type { Deps } from '../platform/deps.ts';
import { countOldRatings, countRatings } from './scores.ts';

const HOUR_MS = 3_600_000;

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'ratings.count': { memberIds: string[] };
  }
}

/** Ratings are counted after their commit, so that a resolution does not wait for it. */
export function startRatings(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.handle('ratings.count', async ({ memberIds }) => {
    for (const memberId of memberIds)
      await deps.db.write((tx) => countRatings(tx, memberId, deps.clock.now()));
  });
  deps.jobs.every('ratings.old', HOUR_MS, () => countOldRatings(deps));
}
