import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { endEvidence, evidenceOf, oldEvidence } from './evidence.ts';
import { evidenceRoutes } from './routes.ts';

export const evidence = {
  routes: (deps: Deps) =>
    new Hono<Env>().use('/evidence/*', membersOnly).route('/evidence', evidenceRoutes(deps)),
  personalData: (deps: Pick<Deps, 'db' | 'jobs' | 'live'>): PersonalData => ({
    archive: async (viewer) => ({ certificationEvidence: await evidenceOf(deps.db.orm, viewer.id) }),
    erase: async (tx, memberId) => {
      await endEvidence(tx, deps, memberId);
    },
  }),
  retention: (deps: Pick<Deps, 'db' | 'jobs'>) => [oldEvidence(deps)],
};
