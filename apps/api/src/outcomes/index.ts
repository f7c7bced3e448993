import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { askForOutcomes } from './asking.ts';
import { outcomePersonalData } from './personal-data.ts';
import { memberOutcomeRoutes, outcomeRoutes } from './routes.ts';

const HOUR_MS = 3_600_000;

export const outcomes = {
  routes: (deps: Deps) =>
    new Hono<Env>().route('/outcomes', outcomeRoutes(deps)).route('/members', memberOutcomeRoutes(deps)),
  start: (deps: Deps) => deps.jobs.every('outcomes.ask', HOUR_MS, () => askForOutcomes(deps)),
  personalData: outcomePersonalData,
};
