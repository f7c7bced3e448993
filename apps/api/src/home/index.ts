import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { startDigest } from './digest.ts';
import { homeRoutes, sponsoredRoutes } from './routes.ts';

export const home = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/home/*', membersOnly)
      .route('/home', homeRoutes(deps))
      .route('/invitations', sponsoredRoutes(deps)),
  start: startDigest,
};
