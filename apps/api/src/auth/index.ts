import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import type { AuthDeps } from './better-auth.ts';
import { sendConfirmation } from './confirmation.ts';
import { acceptancesOf } from './legal.ts';
import { sendReset } from './reset.ts';
import { authDeletions } from './retention.ts';
import { authRoutes } from './routes.ts';
import { securityLogOf } from './security-log.ts';
import { listSessions } from './session-list.ts';
import { sessionEnds } from './sessions.ts';

/** These jobs have an address. */
const PERSONAL = { personal: true };

export const auth = {
  routes: (deps: AuthDeps) => new Hono<Env>().route('/auth', authRoutes(deps)),
  start: (deps: AuthDeps) => {
    const { jobs, live } = deps;
    jobs.handle('auth.reset-request', (asked) => sendReset(deps, asked), PERSONAL);
    jobs.handle('auth.confirmation-request', ({ email }) => sendConfirmation(deps, email), PERSONAL);
    live.onSessionCheck(sessionEnds(deps));
  },
  personalData: (deps: Pick<Deps, 'db' | 'clock'>): PersonalData => ({
    archive: async (viewer) => ({
      sessions: await listSessions(deps, viewer),
      legal: await acceptancesOf(deps.db.orm, viewer.id),
      securityLog: await securityLogOf(deps.db.orm, viewer.id),
    }),
  }),
  retention: authDeletions,
};
