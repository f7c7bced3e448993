import type { Queries } from '../src/platform/database/db.ts';
import { invalidateCache } from '../src/platform/database/versioned-cache.ts';
import type { Deps } from '../src/platform/deps.ts';

/** Changes rows without the verbs, and invalidates the caches as they do. */
export async function byHand<T>(
  { db }: Pick<Deps, 'db'>,
  change: (orm: Queries) => PromiseLike<T>,
): Promise<T> {
  const result = await change(db.orm);
  await invalidateCache(db);
  return result;
}
