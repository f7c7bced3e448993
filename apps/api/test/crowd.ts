import { randomUUID } from 'node:crypto';
import { members } from '../src/auth/tables.ts';
import type { Db } from '../src/platform/database/db.ts';
import { invalidateCache } from '../src/platform/database/versioned-cache.ts';
import { directoryFields } from '../src/profiles/directory-words.ts';
import { profiles } from '../src/profiles/tables.ts';

type Somebody = Partial<Omit<typeof profiles.$inferInsert, 'userId'>> & { firstName: string };

const ROWS_AT_ONCE = 200;

/** Stores many complete members who never sign in. Returns their ids in the order of `people`. */
export async function storeCrowd(db: Db, people: readonly Somebody[], now = 1): Promise<string[]> {
  const rows = people.map((somebody) => {
    const names = { lastName: 'Durand', storeName: 'Boutique', ...somebody };
    return {
      userId: randomUUID(),
      storeUrl: 'https://boutique.exemple.fr',
      ...names,
      ...directoryFields(names),
      completedAt: now,
      createdAt: now,
      updatedAt: now,
      ...somebody,
    };
  });
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const at = new Date(now);
    await db.orm.insert(members).values(
      part.map(({ userId }) => ({
        id: userId,
        email: `${userId}@exemple.fr`,
        createdAt: at,
        updatedAt: at,
        profileComplete: true,
        acceptedRevision: 1,
      })),
    );
    await db.orm.insert(profiles).values(part);
  }
  await invalidateCache(db);
  return rows.map(({ userId }) => userId);
}
