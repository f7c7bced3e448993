import type { AuthDeps } from './better-auth.ts';
import { sendConfirmation } from './confirmation.ts';
import { sendReset } from './reset.ts';
import { renewSecretKeys } from './second-factor/factor.ts';
import { sessionEnds } from './sessions.ts';

const HOUR_MS = 3_600_000;
/** These jobs contain an address. */
const PERSONAL = { personal: true };

export function startAuth(deps: AuthDeps): void {
  const { jobs, live } = deps;
  jobs.handle('auth.reset-request', (asked) => sendReset(deps, asked), PERSONAL);
  jobs.handle('auth.confirmation-request', ({ email }) => sendConfirmation(deps, email), PERSONAL);
  // While the secret is changed; then there is nothing to do.
  jobs.every('auth.second-factor-keys', HOUR_MS, () => renewSecretKeys(deps));
  live.onSessionCheck(sessionEnds(deps));
}
