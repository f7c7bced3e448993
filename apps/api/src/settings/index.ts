import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { settingsRoutes } from './routes.ts';

export const settings = {
  routes: (deps: Deps) => new Hono<Env>().route('/settings', settingsRoutes(deps)),
};
