import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import type { AuthDeps } from './better-auth.ts';
import { acceptancesOf } from './legal.ts';
import { authDeletions } from './retention.ts';
import { authRoutes } from './routes.ts';
import { securityLogOf } from './security-log.ts';
import { listSessions } from './session-list.ts';
import { startAuth } from './start.ts';

export const auth = {
  routes: (deps: AuthDeps) => new Hono<Env>().route('/auth', authRoutes(deps)),
  start: startAuth,
  personalData: (deps: Pick<Deps, 'db' | 'clock'>): PersonalData => ({
    archive: async (viewer) => ({
      sessions: await listSessions(deps, viewer),
      legal: await acceptancesOf(deps.db.orm, viewer.id),
      securityLog: await securityLogOf(deps.db.orm, viewer.id),
    }),
  }),
  retention: authDeletions,
};
