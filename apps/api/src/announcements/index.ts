import { asc, eq, isNotNull } from 'drizzle-orm';
import { Hono } from 'hono';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { olderThan } from '../platform/retention.ts';
import { beginDueAnnouncements, deliverPage } from './delivery.ts';
import { announcementRoutes } from './routes.ts';
import { announcementRecipients, announcements as rows } from './tables.ts';

const MINUTE_MS = 60_000;

export const announcements = {
  routes: (deps: Deps) =>
    new Hono<Env>().use('/announcements/*', membersOnly).route('/announcements', announcementRoutes(deps)),
  start: (deps: Deps) => {
    // A page waits until everybody of the page before is told.
    deps.jobs.handle('announcement.page', (page) => deliverPage(deps, page), { bulk: true });
    deps.jobs.every('announcements.begin', MINUTE_MS, () => beginDueAnnouncements(deps));
  },
  personalData: ({ db }: Pick<Deps, 'db'>): PersonalData => ({
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
  }),
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'announcements', { table: rows, at: rows.sentAt }),
    // It was never sent.
    olderThan(deps, 'announcements', { table: rows, at: rows.createdAt, where: isNotNull(rows.cancelledAt) }),
  ],
};
