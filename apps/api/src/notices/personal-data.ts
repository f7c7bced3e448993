import { asc, eq } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { pushDevices } from './subscriptions.ts';
import { notices } from './tables.ts';

export function noticePersonalData({ db, clock }: Pick<Deps, 'db' | 'clock'>): PersonalData {
  return {
    archive: async (viewer) => {
      const rows = await db.orm
        .select()
        .from(notices)
        .where(eq(notices.memberId, viewer.id))
        .orderBy(asc(notices.createdAt));
      return {
        pushDevices: (await pushDevices({ db, clock }, viewer)).map(({ name, createdAt, lastUsedAt }) => ({
          name,
          createdAt,
          lastUsedAt,
        })),
        notices: rows.map(({ kind, channel, reason, isUnread, createdAt, decidedAt }) => ({
          kind,
          channel,
          reason,
          isUnread,
          createdAt: iso(createdAt),
          decidedAt: isoOrNull(decidedAt),
        })),
      };
    },
  };
}
