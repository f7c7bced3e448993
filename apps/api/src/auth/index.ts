import { Hono } from 'hono';
import type { Env } from '../platform/http/http.ts';
import type { AuthDeps } from './better-auth.ts';
import { authRoutes } from './routes.ts';
import { startAuth } from './start.ts';

export const auth = {
  routes: (deps: AuthDeps) => new Hono<Env>().route('/auth', authRoutes(deps)),
  start: startAuth,
};
