import { asc, eq } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { notices } from './tables.ts';

export function noticePersonalData({ db }: Pick<Deps, 'db'>): PersonalData {
  return {
    archive: async ({ id }) => {
      const rows = await db.orm
        .select()
        .from(notices)
        .where(eq(notices.memberId, id))
        .orderBy(asc(notices.createdAt));
      return {
        notices: rows.map(({ kind, way, createdAt, decidedAt }) => ({
          kind,
          way,
          createdAt: iso(createdAt),
          decidedAt: isoOrNull(decidedAt),
        })),
      };
    },
  };
}
