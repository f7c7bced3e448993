import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, signedInOnly } from '../platform/http/http.ts';
import { accountRoutes } from './routes.ts';

export const account = {
  routes: (deps: Deps) =>
    new Hono<Env>().use('/account/*', signedInOnly).route('/account', accountRoutes(deps)),
};
