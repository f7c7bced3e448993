import { and, asc, eq, gte, isNotNull, isNull } from 'drizzle-orm';
import { Hono } from 'hono';
import { publishModeration } from '../auth/administrators.ts';
import { recordAct, SERVER } from '../platform/audit.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { olderThan } from '../platform/retention.ts';
import { beginDueAnnouncements, deliverPage } from './delivery.ts';
import { deleteTargets } from './receivers.ts';
import { announcementRoutes } from './routes.ts';
import { announcementRecipients, announcements as rows } from './tables.ts';

const MINUTE_MS = 60_000;

type TakingBackDeps = Pick<Deps, 'clock' | 'secrets' | 'live'>;

/** Whoever had the account may have planned it. One that has left stays, as members have read it. */
async function cancelPlannedSince(
  tx: Tx,
  deps: TakingBackDeps,
  authorId: string,
  since: number,
): Promise<void> {
  const isPlanned = and(isNull(rows.startedAt), isNull(rows.cancelledAt));
  const cancelled = await tx.orm
    .update(rows)
    .set({ cancelledAt: deps.clock.now() })
    .where(and(eq(rows.authorId, authorId), gte(rows.createdAt, since), isPlanned))
    .returning({ id: rows.id, label: rows.title });
  for (const { id, label } of cancelled) {
    await deleteTargets(tx, id);
    const subject = { type: 'announcement', id, label } as const;
    await recordAct(tx, deps, SERVER, { action: 'announcement.cancel', subject });
  }
  if (cancelled.length > 0) await publishModeration(tx, deps, 'announcements');
}

export const announcements = {
  routes: (deps: Deps) =>
    new Hono<Env>().use('/announcements/*', membersOnly).route('/announcements', announcementRoutes(deps)),
  start: (deps: Deps) => {
    // A page waits until everybody of the page before is told.
    deps.jobs.handle('announcement.page', (page) => deliverPage(deps, page), { bulk: true });
    deps.jobs.every('announcements.begin', MINUTE_MS, () => beginDueAnnouncements(deps));
  },
  personalData: ({ db, ...deps }: TakingBackDeps & Pick<Deps, 'db'>): PersonalData => ({
    archive: async ({ id }) => ({
      announcements: (
        await db.orm
          .select({
            title: rows.title,
            receivedAt: announcementRecipients.receivedAt,
            readAt: announcementRecipients.readAt,
          })
          .from(announcementRecipients)
          .innerJoin(rows, eq(rows.id, announcementRecipients.announcementId))
          .where(eq(announcementRecipients.memberId, id))
          .orderBy(asc(announcementRecipients.receivedAt))
      ).map(({ title, receivedAt, readAt }) => ({
        title,
        receivedAt: iso(receivedAt),
        readAt: isoOrNull(readAt),
      })),
    }),
    erase: async ({ orm }, memberId) => {
      await orm.update(rows).set({ authorName: '' }).where(eq(rows.authorId, memberId));
    },
    takeBack: (tx, memberId, since) => cancelPlannedSince(tx, deps, memberId, since),
  }),
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'announcements', { table: rows, at: rows.sentAt }),
    // It was never sent.
    olderThan(deps, 'announcements', { table: rows, at: rows.createdAt, where: isNotNull(rows.cancelledAt) }),
  ],
};
