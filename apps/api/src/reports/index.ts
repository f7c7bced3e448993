import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { reportRoutes } from './routes.ts';
import { startReports } from './start.ts';

export const reports = {
  routes: (deps: Deps) =>
    new Hono<Env>().use('/reports/*', membersOnly).route('/reports', reportRoutes(deps)),
  start: startReports,
};
