import type { Deps } from '../platform/deps.ts';

/** Removes files of former pictures. */
export function startProfiles({ jobs, storage }: Pick<Deps, 'jobs' | 'storage'>): void {
  jobs.handle('storage.remove', async ({ keys }) => {
    for (const key of keys) await storage.remove(key);
  });
}
