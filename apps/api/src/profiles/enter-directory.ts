import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { directoryFields } from './directory-words.ts';
import { profiles } from './tables.ts';

/** So few at once that nobody who writes meanwhile waits long. */
const BATCH = 200;

/** Lists the members whose profile was complete before there was a directory; the others have their fields already. */
export async function enterDirectory({ db }: Pick<Deps, 'db'>): Promise<void> {
  let entered = BATCH;
  while (entered === BATCH) entered = await db.write(enterSome);
}

async function enterSome({ orm }: Tx): Promise<number> {
  const { userId, firstName, lastName, storeName } = profiles;
  const waiting = await orm
    .select({ userId, firstName, lastName, storeName })
    .from(profiles)
    .where(and(isNotNull(profiles.completedAt), eq(profiles.sortKey, '')))
    .limit(BATCH);
  if (waiting.length === 0) return 0;
  const entries = waiting.map((names) => ({ userId: names.userId, ...directoryFields(names) }));
  await orm.run(sql`update profiles set search_words = value -> 'searchWords', sort_key = value ->> 'sortKey'
    from json_each(${JSON.stringify(entries)}) where user_id = value ->> 'userId'`);
  return waiting.length;
}
