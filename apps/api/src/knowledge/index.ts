import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { switchedOn } from '../settings/community.ts';
import { confirmationsOf } from './confirmations.ts';
import { vetoesOf } from './drafts.ts';
import { generateSummary } from './generation.ts';
import { publishIfDue } from './publishing.ts';
import { draftRoutes, eventNotesRoutes, knowledgeRoutes, solvedRoutes } from './routes.ts';
import { openingsOf } from './suggestions.ts';
import { withdrawSummary } from './summary-jobs.ts';

/** The limit leaves a worker for mails. */
const AT_ONCE = 2;

export const knowledge = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/knowledge/*', membersOnly)
      .route('/knowledge', draftRoutes(deps))
      .route('/knowledge', knowledgeRoutes(deps))
      .route('/members', solvedRoutes(deps))
      .use('/events/:eventId/notes', membersOnly, switchedOn(deps, 'events'))
      .route('/events', eventNotesRoutes(deps)),
  start: (deps: Deps) => {
    const { db, jobs } = deps;
    jobs.handle('summary.publish', ({ summaryId }) => db.write((tx) => publishIfDue(tx, deps, summaryId)));
    jobs.handle('summary.withdraw', (undone) => withdrawSummary(deps, undone));
    jobs.handle('summary.generate', (wanted, job) => generateSummary(deps, wanted, job), { atOnce: AT_ONCE });
  },
  personalData: ({ db }: Pick<Deps, 'db'>): PersonalData => ({
    archive: async ({ id }) => ({
      articlesOpened: await openingsOf(db.orm, id),
      articlesThatWorked: await confirmationsOf(db.orm, id),
      sentencesLeftOut: await vetoesOf(db.orm, id),
    }),
  }),
};
