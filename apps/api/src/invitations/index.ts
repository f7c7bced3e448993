import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { invitationPersonalData } from './personal-data.ts';
import { completionRoutes, invitationRoutes, memberProfileRoutes, signUpRoutes } from './routes.ts';
import { startInvitations } from './start.ts';

export const invitations = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .route('/auth', signUpRoutes(deps))
      .route('/profile', completionRoutes(deps))
      .route('/members', memberProfileRoutes(deps))
      .route('/invitations', invitationRoutes(deps)),
  start: startInvitations,
  personalData: invitationPersonalData,
};
