import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Source } from '../platform/http/http.ts';
import { queueMail } from '../platform/services/mail.ts';
import { deviceName } from './devices.ts';
import { PASSWORD_CHANGES } from './limits.ts';
import { passwordChangedMail } from './mails.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashIfPasswordOf, hashPassword } from './passwords.ts';
import { recordingRefusals, recordSecurity } from './security-log.ts';
import { endAccess } from './session-list.ts';
import { newSessionToken } from './sessions.ts';
import { accounts, members, sessions } from './tables.ts';

type ChangeDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'live' | 'jobs' | 'limits' | 'secrets' | 'log'>;
type Asked = { source: Source; userAgent: string };
type Hashes = { before: string; after: string };

/**
 * The session continues with the returned token; other sessions, links and codes end
 * (docs/security.md#changing-the-password-while-signed-in). Codes: INVALID_INPUT (field `password`), PASSWORD_WRONG,
 * RATE_LIMITED, TOO_BUSY, UNAUTHENTICATED (ended meanwhile).
 */
export async function changePassword(
  deps: ChangeDeps,
  viewer: Viewer,
  { current, password }: { current: string; password: string },
  asked: Asked,
): Promise<string> {
  const { db } = deps;
  await requireStrongPassword(db.orm, { userId: viewer.id }, password);
  const { source } = asked;
  return recordingRefusals(deps, { kind: 'password.refused', account: viewer, source }, async () => {
    const hashes = await hashesOf(deps, viewer, current, password);
    return db.write((tx) => storeChange(tx, deps, viewer, hashes, asked));
  });
}

/** The verified hash and the new one. Uses an attempt of the session. */
async function hashesOf(
  { db, limits }: ChangeDeps,
  viewer: Viewer,
  current: string,
  password: string,
): Promise<Hashes> {
  await limits.consume(PASSWORD_CHANGES, viewer.sessionId);
  try {
    const before = await hashIfPasswordOf(db.orm, viewer.id, current);
    if (before === null) throw new AppError('PASSWORD_WRONG');
    return { before, after: await hashPassword(password) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_BUSY')
      await limits.refund(PASSWORD_CHANGES, viewer.sessionId);
    throw error;
  }
}

async function storeChange(
  tx: Tx,
  deps: ChangeDeps,
  viewer: Viewer,
  { before, after }: Hashes,
  { source, userAgent }: Asked,
): Promise<string> {
  const updatedAt = new Date(deps.clock.now());
  const isProven = and(eq(accounts.userId, viewer.id), eq(accounts.password, before));
  const changed = await tx.orm
    .update(accounts)
    .set({ password: after, updatedAt })
    .where(isProven)
    .returning({ id: accounts.id });
  if (changed.length === 0) throw new AppError('PASSWORD_WRONG');
  const token = await renewSession(tx, deps, viewer);
  await endAccess(tx, deps, viewer.id, { kept: viewer.sessionId });
  const [member] = await tx.orm
    .select({ email: members.email })
    .from(members)
    .where(eq(members.id, viewer.id));
  if (member) await queueMail(deps, tx, passwordChangedMail(member.email, deviceName(userAgent)));
  await recordSecurity(tx, deps, { kind: 'password.changed', account: viewer, source });
  return token;
}

/** Also closes sockets with the old token. */
async function renewSession(tx: Tx, { live }: ChangeDeps, { sessionId }: Viewer): Promise<string> {
  const token = newSessionToken();
  const renewed = await tx.orm
    .update(sessions)
    .set({ token })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });
  if (renewed.length === 0) throw new AppError('UNAUTHENTICATED');
  tx.afterCommit(() => live.renewSession(sessionId));
  return token;
}
