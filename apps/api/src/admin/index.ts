import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { adminsOnly, type Env } from '../platform/http/http.ts';
import { endSuspensionByItself } from './cases/suspension.ts';
import { adminRoutes } from './routes.ts';

export const admin = {
  routes: (deps: Deps) => new Hono<Env>().use('/admin/*', adminsOnly).route('/admin', adminRoutes(deps)),
  start: (deps: Deps) => deps.jobs.handle('suspension.end', (end) => endSuspensionByItself(deps, end)),
};
