import { and, asc, eq } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { removeFiles } from './files.ts';
import { files, unused } from './tables.ts';

/** Those of messages and SOS stay with them, without owner (docs/specification.md#personal-data). */
export function filePersonalData({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): PersonalData {
  return {
    archive: async ({ id }) => {
      const rows = await db.orm
        .select()
        .from(files)
        .where(eq(files.ownerId, id))
        .orderBy(asc(files.createdAt));
      return {
        files: rows.map(({ name, type, bytes, alt, createdAt }) => ({
          name,
          type,
          bytes,
          alt,
          createdAt: iso(createdAt),
        })),
      };
    },
    erase: async (tx, memberId) => {
      await removeFiles(tx, { jobs }, and(eq(files.ownerId, memberId), unused));
    },
  };
}
