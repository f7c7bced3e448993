import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { switchedOn } from '../settings/community.ts';
import { confirmationsOf } from './confirmations.ts';
import { vetoesOf } from './drafts.ts';
import { draftRoutes, eventNotesRoutes, knowledgeRoutes, solvedRoutes } from './routes.ts';
import { startKnowledge } from './start.ts';
import { openingsOf } from './suggestions.ts';

export const knowledge = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/knowledge/*', membersOnly)
      .route('/knowledge', draftRoutes(deps))
      .route('/knowledge', knowledgeRoutes(deps))
      .route('/members', solvedRoutes(deps))
      .use('/events/:eventId/notes', membersOnly, switchedOn(deps, 'events'))
      .route('/events', eventNotesRoutes(deps)),
  start: startKnowledge,
  personalData: ({ db }: Pick<Deps, 'db'>): PersonalData => ({
    archive: async ({ id }) => ({
      articlesOpened: await openingsOf(db.orm, id),
      articlesThatWorked: await confirmationsOf(db.orm, id),
      sentencesLeftOut: await vetoesOf(db.orm, id),
    }),
  }),
};
