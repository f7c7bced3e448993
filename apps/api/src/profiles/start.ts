import type { Deps } from '../platform/deps.ts';

export function startProfiles({ jobs, storage }: Pick<Deps, 'jobs' | 'storage'>): void {
  jobs.handle('storage.remove', async ({ keys }) => {
    for (const key of keys) await storage.remove(key);
  });
}
