import type { Deps } from '../platform/deps.ts';

const HOUR_MS = 3_600_000;

export function startProfiles({ jobs, storage }: Pick<Deps, 'jobs' | 'storage'>): void {
  jobs.handle(
    'storage.remove',
    async ({ keys }) => {
      for (const key of keys) await storage.remove(key);
    },
    // Nothing else would ever remove them. A service that is away leaves places for other jobs.
    { attempts: Number.POSITIVE_INFINITY, longestWait: HOUR_MS, atOnce: 2 },
  );
}
