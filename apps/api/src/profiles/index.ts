import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly, signedInOnly } from '../platform/http/http.ts';
import { avatarRoutes, memberRoutes, profileRoutes } from './routes.ts';
import { startProfiles } from './start.ts';

export const profiles = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/profile/*', signedInOnly)
      .route('/profile', profileRoutes(deps))
      .use('/members/*', membersOnly)
      .route('/members', memberRoutes(deps))
      .use('/avatars/*', signedInOnly)
      .route('/avatars', avatarRoutes(deps)),
  start: startProfiles,
};
