import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { informationRoutes } from './routes.ts';

export const information = {
  routes: (deps: Deps) => new Hono<Env>().route('/information', informationRoutes(deps)),
};
