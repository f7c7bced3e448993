import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { outcomePersonalData } from './personal-data.ts';
import { memberOutcomeRoutes, outcomeRoutes } from './routes.ts';
import { startOutcomes } from './start.ts';

export const outcomes = {
  routes: (deps: Deps) =>
    new Hono<Env>().route('/outcomes', outcomeRoutes(deps)).route('/members', memberOutcomeRoutes(deps)),
  start: startOutcomes,
  personalData: outcomePersonalData,
};
