import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { casesAbout } from './decisions.ts';
import { reportsMadeBy } from './reports.ts';
import { forgetQuotes, reportDeletions } from './retention.ts';
import { decisionRoutes, reportRoutes } from './routes.ts';

const DAY_MS = 86_400_000;

export const reports = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/reports/*', membersOnly)
      .route('/reports', reportRoutes(deps))
      .route('/decisions', decisionRoutes(deps)),
  start: (deps: Deps): void =>
    deps.jobs.every('reports.quotes', DAY_MS, () => forgetQuotes(deps), { erases: true }),
  personalData: ({ db }: Pick<Deps, 'db'>): PersonalData => ({
    archive: async ({ id }) => ({
      reportsMade: await reportsMadeBy(db.orm, id),
      casesAboutYou: await casesAbout(db.orm, id),
    }),
  }),
  retention: reportDeletions,
};
