import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import { newToken } from '../platform/secrets.ts';
import { queueMail } from '../platform/services/mail.ts';
import type { AuthDeps } from './better-auth.ts';
import { deviceName } from './devices.ts';
import type { Caller } from './known-devices.ts';
import { PASSWORD_CHANGES } from './limits.ts';
import { passwordChangedMail } from './mails.ts';
import { emailOf } from './members.ts';
import { requireStrongPassword } from './password-strength.ts';
import { recordingRefusals, recordSecurity } from './security-log.ts';
import { endAccess } from './session-list.ts';
import { sessions } from './tables.ts';

type ChangeDeps = Pick<
  AuthDeps,
  'auth' | 'config' | 'db' | 'clock' | 'live' | 'jobs' | 'limits' | 'secrets' | 'log'
>;

/**
 * The session continues with the returned token (docs/security.md#changing-the-password-while-signed-in).
 * Throws INVALID_INPUT (field `password`), PASSWORD_WRONG, RATE_LIMITED, TOO_BUSY, UNAUTHENTICATED (ended
 * meanwhile).
 */
export async function changePassword(
  deps: ChangeDeps,
  viewer: Viewer,
  passwords: { current: string; password: string },
  caller: Caller,
): Promise<string> {
  const { db, auth } = deps;
  await requireStrongPassword(db.orm, { userId: viewer.id }, passwords.password);
  const token = newToken();
  const attempt = { kind: 'password.refused', account: viewer, source: caller.source } as const;
  await recordingRefusals(deps, attempt, () =>
    usingAttempt(deps, viewer, () =>
      auth.changePassword(viewer, passwords, (tx) => endOthers(tx, deps, viewer, token, caller)),
    ),
  );
  return token;
}

/** An attempt that could not be checked does not count. */
async function usingAttempt(
  { limits }: ChangeDeps,
  { sessionId }: Viewer,
  work: () => Promise<unknown>,
): Promise<void> {
  await limits.consume(PASSWORD_CHANGES, sessionId);
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_BUSY')
      await limits.refund(PASSWORD_CHANGES, sessionId);
    throw error;
  }
}

async function endOthers(
  tx: Tx,
  deps: ChangeDeps,
  viewer: Viewer,
  token: string,
  { source, userAgent }: Caller,
): Promise<void> {
  await renewSession(tx, deps, viewer, token);
  await endAccess(tx, deps, viewer.id, { kept: viewer.sessionId });
  const email = await emailOf(tx.orm, viewer.id);
  await queueMail(deps, tx, passwordChangedMail(email, deviceName(userAgent)));
  await recordSecurity(tx, deps, { kind: 'password.changed', account: viewer, source });
}

/** Sockets with the old token are closed too. */
async function renewSession(
  tx: Tx,
  { live }: ChangeDeps,
  { sessionId }: Viewer,
  token: string,
): Promise<void> {
  const renewed = await tx.orm
    .update(sessions)
    .set({ token })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });
  if (renewed.length === 0) throw new AppError('UNAUTHENTICATED');
  tx.afterCommit(() => live.renewSession(sessionId));
}
