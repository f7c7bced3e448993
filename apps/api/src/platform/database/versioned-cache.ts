import { eq, sql } from 'drizzle-orm';
import { preparedQuery, type Queries, type Tx } from './db.ts';
import { cacheVersion } from './tables.ts';

/** A page of the feed has some 30 kB. */
const CACHED_MAX = 200;

const currentVersion = preparedQuery((queries) =>
  queries
    .select({ version: cacheVersion.version })
    .from(cacheVersion)
    .where(eq(cacheVersion.id, 1))
    .prepare(),
);

const countUp = { version: sql`${cacheVersion.version} + 1` };

const countedUp = preparedQuery((queries) =>
  queries.update(cacheVersion).set(countUp).where(eq(cacheVersion.id, 1)).prepare(),
);

/** Counts the version up when the statement before it in the batch has changed a row. */
export const countedUpAfterChange = preparedQuery((queries) =>
  queries.update(cacheVersion).set(countUp).where(sql`${cacheVersion.id} = 1 and changes() > 0`).prepare(),
);

/**
 * Changes of what `versionedCache` holds call this in the same transaction, so that every instance reads its
 * pages anew after the commit. Publishing an SOS or a member does it.
 */
export async function invalidateCache({ orm }: Pick<Tx, 'orm'>): Promise<void> {
  await countedUp(orm).run();
}

type Cache = { version: number; entries: Map<string, Promise<unknown>> };

const caches = new WeakMap<Queries, Cache>();

/**
 * Caches data that is the same for all members, until `invalidateCache` counts the version up on any
 * instance. The version is read before the rows, so the cache is never too old. `key` names all parameters.
 */
export async function versionedCache<T>(queries: Queries, key: string, read: () => Promise<T>): Promise<T> {
  const [row] = await currentVersion(queries).all();
  const version = row?.version ?? -1;
  const cache = caches.get(queries);
  const entries = cache?.version === version ? cache.entries : new Map<string, Promise<unknown>>();
  if (entries !== cache?.entries) caches.set(queries, { version, entries });
  const known = entries.get(key) as Promise<T> | undefined;
  if (known) return known;
  const value = read();
  entries.set(key, value);
  value.catch(() => entries.delete(key));
  if (entries.size > CACHED_MAX) entries.delete(entries.keys().next().value ?? '');
  return value;
}
