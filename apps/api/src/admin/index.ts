import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { adminsOnly, type Env, teamOnly } from '../platform/http/http.ts';
import { endSuspensionByItself } from './cases/suspension.ts';
import { adminRoutes, moderationRoutes } from './routes.ts';

export const admin = {
  /** For administrators, but for what stands before their guard. */
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/admin/*', teamOnly)
      .route('/admin', moderationRoutes(deps))
      .use('/admin/*', adminsOnly)
      .route('/admin', adminRoutes(deps)),
  start: (deps: Deps) => deps.jobs.handle('suspension.end', (end) => endSuspensionByItself(deps, end)),
};
