import { AppError } from '@guilde/contracts/errors.ts';
import { consumeMailQuota } from '../platform/services/sent-mails.ts';
import type { AuthDeps } from './better-auth.ts';
import { SECOND_FACTOR } from './limits.ts';
import { requireStrongPassword } from './password-strength.ts';
import { memberWithEmail } from './sign-in.ts';

/** Does nothing for unknown addresses. Ten a day at most from devices that are not `known`. */
export async function sendReset(
  deps: Pick<AuthDeps, 'auth' | 'db' | 'clock'>,
  { email, known = false }: { email: string; known?: boolean },
): Promise<void> {
  const { auth, db, clock } = deps;
  if (!(await memberWithEmail(deps, email))) return;
  const isAllowed =
    known || !(await db.write((tx) => consumeMailQuota(tx, 'reset', { to: email, now: clock.now() })));
  if (isAllowed) await auth.sendReset(email);
}

export async function checkReset({ auth }: Pick<AuthDeps, 'auth'>, token: string): Promise<string> {
  const found = await auth.findReset(token);
  if (!found) throw new AppError('RESET_LINK_INVALID');
  if (found.expired) throw new AppError('RESET_LINK_EXPIRED');
  return found.userId;
}

/** Ends all sessions and returns the member. The link works once. */
export async function resetPassword(
  deps: Pick<AuthDeps, 'auth' | 'db' | 'limits'>,
  input: { token: string; password: string },
): Promise<string> {
  const userId = await checkReset(deps, input.token);
  await requireStrongPassword(deps.db.orm, { userId }, input.password);
  await deps.auth.resetPassword(input.token, input.password);
  // Whoever guessed codes had the password that is gone.
  await deps.limits.reset(SECOND_FACTOR.account, userId);
  return userId;
}
