import { Hono } from 'hono';
import type { AuthDeps } from '../auth/better-auth.ts';
import type { Deps } from '../platform/deps.ts';
import { type Env, signedInOnly } from '../platform/http/http.ts';
import { mailAnnouncedRevision } from './legal-mails.ts';
import { accountRoutes } from './routes.ts';
import { unusedAccounts, warnUnused } from './unused.ts';

const HOUR_MS = 3_600_000;

export const account = {
  routes: (deps: AuthDeps) =>
    new Hono<Env>().use('/account/*', signedInOnly).route('/account', accountRoutes(deps)),
  start: (deps: Deps) => {
    deps.jobs.every('account.unused', HOUR_MS, () => warnUnused(deps), { erases: true });
    deps.jobs.every('account.legal-mails', HOUR_MS, () => mailAnnouncedRevision(deps));
  },
  retention: (deps: Deps) => [unusedAccounts(deps)],
};
