import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { adminsOnly, type Env, teamOnly } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { olderThan } from '../platform/retention.ts';
import { endSuspensionByItself } from './cases/suspension.ts';
import { listApiKeys } from './integrations/api-keys.ts';
import { adminRoutes, moderationRoutes } from './routes.ts';
import { memberNotes } from './tables.ts';
import { notesAbout } from './users/notes.ts';
import { startWeeklyReport } from './weekly/weekly.ts';

export const admin = {
  /** Administrators only have these routes, except those before their guard. */
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/admin/*', teamOnly)
      .route('/admin', moderationRoutes(deps))
      .use('/admin/*', adminsOnly)
      .route('/admin', adminRoutes(deps)),
  start: (deps: Deps) => {
    deps.jobs.handle('suspension.end', (end) => endSuspensionByItself(deps, end));
    startWeeklyReport(deps);
  },
  personalData: ({ db, clock }: Pick<Deps, 'db' | 'clock'>): PersonalData => ({
    archive: async ({ id }) => ({
      notesOfTheTeam: await notesAbout(db.orm, id),
      apiKeys: await listApiKeys(db.orm, clock.now(), id),
    }),
    erase: async ({ orm }, memberId) => {
      await orm.update(memberNotes).set({ authorName: '' }).where(eq(memberNotes.authorId, memberId));
    },
  }),
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'memberNotes', { table: memberNotes, at: memberNotes.createdAt }),
  ],
};
