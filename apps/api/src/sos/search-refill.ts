import { and, asc, eq, gt } from 'drizzle-orm';
import { searchFields } from '../platform/database/search.ts';
import type { Deps } from '../platform/deps.ts';
import { sosRequests } from './tables.ts';

const BATCH = 50;
const BATCHES_AT_ONCE = 100;

/**
 * Gives SOS that were stored before there were stems their search fields. Each call goes on where the last one ended,
 * a few thousand SOS at a time in small transactions, so that nobody waits for it.
 */
export function createSearchRefill({ db }: Pick<Deps, 'db'>): () => Promise<void> {
  let last = 0;
  return async () => {
    for (let batch = 0; batch < BATCHES_AT_ONCE; batch++) {
      const rows = await db.orm
        .select({
          position: sosRequests.position,
          title: sosRequests.title,
          description: sosRequests.description,
          stems: sosRequests.searchStems,
        })
        .from(sosRequests)
        .where(gt(sosRequests.position, last))
        .orderBy(asc(sosRequests.position))
        .limit(BATCH);
      const bare = rows
        .filter(({ stems }) => stems === '')
        .map(({ position, title, description }) => ({
          position,
          fields: searchFields(`${title}\n${description}`),
        }));
      if (bare.length > 0) await store(db, bare);
      last = rows.at(-1)?.position ?? last;
      if (rows.length < BATCH) return;
    }
  };
}

type Filled = { position: number; fields: ReturnType<typeof searchFields> };

function store(db: Deps['db'], filled: readonly Filled[]): Promise<void> {
  return db.write(async ({ orm }) => {
    for (const { position, fields } of filled)
      await orm
        .update(sosRequests)
        .set(fields)
        .where(and(eq(sosRequests.position, position), eq(sosRequests.searchStems, '')));
  });
}
