import { AppError } from '@guilde/contracts/errors.ts';
import { eq } from 'drizzle-orm';
import type { AuthDeps } from './better-auth.ts';
import { requireGoodPassword } from './password-choice.ts';
import { sessions } from './tables.ts';

declare module '../platform/jobs.ts' {
  interface JobPayloads {
    'auth.reset-request': { email: string };
  }
}

/**
 * Asks for a reset link. The look-up is a job, so that the answer and its duration are the same for every address.
 * Codes: RATE_LIMITED.
 */
export async function requestReset(
  { db, jobs, limits }: Pick<AuthDeps, 'db' | 'jobs' | 'limits'>,
  email: string,
): Promise<void> {
  await limits.consume('reset:email', email);
  await db.write((tx) => jobs.enqueue(tx, 'auth.reset-request', { email }));
}

/** Whose reset link this is. Codes: RESET_LINK_INVALID, RESET_LINK_EXPIRED. */
export async function checkReset({ auth }: Pick<AuthDeps, 'auth'>, token: string): Promise<string> {
  const found = await auth.findReset(token);
  if (!found) throw new AppError('RESET_LINK_INVALID');
  if (found.expired) throw new AppError('RESET_LINK_EXPIRED');
  return found.userId;
}

/**
 * Stores a new password and signs the member out everywhere; whose it is, is returned. The link works once.
 * Codes: RESET_LINK_INVALID, RESET_LINK_EXPIRED, INVALID_INPUT, TOO_BUSY.
 */
export async function resetPassword(
  deps: Pick<AuthDeps, 'auth' | 'db' | 'live'>,
  input: { token: string; password: string },
): Promise<string> {
  const userId = await checkReset(deps, input.token);
  await requireGoodPassword(deps.db.orm, { userId }, input.password);
  const open = await deps.db.orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId));
  await deps.auth.resetPassword(input.token, input.password);
  for (const { id } of open) deps.live.endSession(id, true);
  return userId;
}
