import type { AuthDeps } from './better-auth.ts';
import { sendConfirmation } from './confirmation.ts';
import { sendReset } from './reset.ts';
import { sessionEnds } from './sessions.ts';

/** These jobs have an address. */
const PERSONAL = { personal: true };

export function startAuth(deps: AuthDeps): void {
  const { jobs, live } = deps;
  jobs.handle('auth.reset-request', (asked) => sendReset(deps, asked), PERSONAL);
  jobs.handle('auth.confirmation-request', ({ email }) => sendConfirmation(deps, email), PERSONAL);
  live.onSessionCheck(sessionEnds(deps));
}
