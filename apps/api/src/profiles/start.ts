import type { Deps } from '../platform/deps.ts';
import { enterDirectory } from './enter-directory.ts';

const DAY_MS = 86_400_000;

/** Lets the files of former pictures go, and members of before the directory into it. */
export function startProfiles({ db, jobs, storage }: Pick<Deps, 'db' | 'jobs' | 'storage'>): void {
  jobs.handle('storage.remove', async ({ keys }) => {
    for (const key of keys) await storage.remove(key);
  });
  jobs.every('profiles.directory', DAY_MS, () => enterDirectory({ db }));
}
