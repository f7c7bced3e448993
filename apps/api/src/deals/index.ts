import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { switchedOn } from '../settings/community.ts';
import { askSilentLeads, renewProgress, runDue } from './closing.ts';
import { dealFileRoutes } from './files.ts';
import { dealsPersonalData } from './personal-data.ts';
import { dealsRetention } from './retention.ts';
import { dealAnswerRoutes, dealLeadRoutes, dealRoutes } from './routes.ts';

const DAY_MS = 86_400_000;

export const deals = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/deals/*', membersOnly, switchedOn(deps, 'deals'))
      .route('/deals', dealRoutes(deps))
      .route('/deals', dealFileRoutes(deps))
      .route('/deals', dealAnswerRoutes(deps))
      .route('/deals', dealLeadRoutes(deps)),
  personalData: dealsPersonalData,
  retention: dealsRetention,
  start: (deps: Deps): void => {
    deps.jobs.handle('deal.due', (due) => runDue(deps, due));
    deps.jobs.every('deals.day', DAY_MS, async () => {
      await renewProgress(deps);
      await askSilentLeads(deps);
    });
  },
};
