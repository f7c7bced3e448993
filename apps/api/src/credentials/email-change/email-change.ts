import { randomUUID } from 'node:crypto';
import { EMAIL_UNCHANGED, type OwnAddress } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, exists, gt, isNotNull, isNull } from 'drizzle-orm';
import { publishModeration } from '../../auth/administrators.ts';
import { revokeKeysSince } from '../../auth/api-keys.ts';
import { deviceName } from '../../auth/devices.ts';
import type { Caller } from '../../auth/known-devices.ts';
import { emailOf } from '../../auth/members.ts';
import { hashPassword, passwordHashOf, replacePassword } from '../../auth/passwords.ts';
import { recordSecurity } from '../../auth/security-log.ts';
import { endAccess } from '../../auth/session-list.ts';
import { emailChanges, members, sessions } from '../../auth/tables.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Source } from '../../platform/http/http.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { bouncedAmong } from '../../platform/services/bounces.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { consumeMailQuota } from '../../platform/services/sent-mails.ts';
import {
  addressChangedMail,
  changeAskedMail,
  NEW_ADDRESS_HOURS,
  newAddressMail,
  TAKE_BACK_DAYS,
} from '../mails.ts';
import { type CredentialDeps, requirePassword } from '../proof.ts';
import { removeFactorsSince } from '../second-factor/factor.ts';

const HOUR_MS = 3_600_000;

export async function ownAddressOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
): Promise<OwnAddress> {
  const [waiting] = await db.orm
    .select({ email: emailChanges.newEmail, expiresAt: emailChanges.expiresAt })
    .from(emailChanges)
    .where(and(isWaiting(id), isOpen(db.orm, clock.now())));
  return {
    pending: waiting ? { ...waiting, expiresAt: iso(waiting.expiresAt) } : null,
    bouncedAt: await bouncedSince(db.orm, id),
  };
}

/**
 * A pending change is replaced. Throws PASSWORD_WRONG, EMAIL_TAKEN, INVALID_INPUT (field `email`),
 * EMAIL_MAILS_RECEIVED, RATE_LIMITED, TOO_BUSY.
 */
export async function requestEmailChange(
  deps: CredentialDeps,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
  caller: Caller,
): Promise<void> {
  const { config, db, clock } = deps;
  const checked = await requirePassword(deps, viewer, password, caller);
  const token = newToken();
  await db.write(async (tx) => {
    const now = clock.now();
    const oldEmail = await emailOf(tx.orm, viewer.id);
    // A password changed during the check would otherwise request the change afterwards.
    if ((await passwordHashOf(tx.orm, { userId: viewer.id })) !== checked)
      throw new AppError('PASSWORD_WRONG');
    if (email === oldEmail) throw new AppError('INVALID_INPUT', {}, { email: EMAIL_UNCHANGED });
    await refuseTaken(tx, email);
    if (await consumeMailQuota(tx, 'confirmation', { to: email, now }))
      throw new AppError('EMAIL_MAILS_RECEIVED');
    await tx.orm.delete(emailChanges).where(isWaiting(viewer.id));
    await tx.orm.insert(emailChanges).values({
      id: randomUUID(),
      userId: viewer.id,
      sessionId: viewer.sessionId,
      oldEmail,
      newEmail: email,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: now + NEW_ADDRESS_HOURS * HOUR_MS,
    });
    await queueMail(deps, tx, newAddressMail(email, config.publicUrl, token));
    await queueMail(deps, tx, changeAskedMail(oldEmail, deviceName(caller.userAgent)));
    await recordSecurity(tx, deps, {
      kind: 'email.change-asked',
      account: viewer,
      source: caller.source,
    });
  });
}

export async function cancelEmailChange({ db }: Pick<Deps, 'db'>, viewer: Viewer): Promise<void> {
  await db.orm.delete(emailChanges).where(isWaiting(viewer.id));
}

/** Ends all sessions but the requesting one. Throws EMAIL_CHANGE_INVALID, EMAIL_TAKEN (meanwhile). */
export function confirmNewEmail(deps: CredentialDeps, token: string, source: Source): Promise<string> {
  const takeBack = newToken();
  return deps.db.write(async (tx) => {
    const now = deps.clock.now();
    const change = await changeWith(tx, token, now, false);
    const { id, userId, oldEmail, newEmail } = change;
    if ((await emailOf(tx.orm, userId)) !== oldEmail) throw new AppError('EMAIL_CHANGE_INVALID');
    // It runs before the pending changes end.
    await tx.orm
      .update(emailChanges)
      .set({
        tokenHash: hashToken(takeBack),
        confirmedAt: now,
        expiresAt: now + TAKE_BACK_DAYS * 24 * HOUR_MS,
      })
      .where(eq(emailChanges.id, id));
    await storeEmail(tx, deps, userId, newEmail, change.sessionId);
    await queueMail(deps, tx, addressChangedMail(oldEmail, deps.config.publicUrl, takeBack));
    await recordSecurity(tx, deps, { kind: 'email.changed', account: { id: userId }, source });
    return newEmail;
  });
}

/**
 * The thief knows the password, so it is removed with factors added since, and later changes are undone; a
 * link to choose another one is mailed. Throws EMAIL_CHANGE_INVALID, EMAIL_TAKEN, TOO_BUSY.
 */
export async function takeEmailBack(
  deps: CredentialDeps & Pick<Deps, 'personalData'>,
  token: string,
  source: Source,
): Promise<string> {
  const unusable = await hashPassword(newToken());
  return deps.db.write(async (tx) => {
    const { userId, oldEmail, createdAt } = await changeWith(tx, token, deps.clock.now(), true);
    await storeEmail(tx, deps, userId, oldEmail);
    await replacePassword(tx, userId, unusable, deps.clock.now());
    await removeFactorsSince(tx, userId, createdAt);
    await revokeKeysSince(tx, userId, createdAt, deps.clock.now());
    for (const feature of deps.personalData) await feature.takeBack?.(tx, userId, createdAt);
    await tx.orm.delete(emailChanges).where(eq(emailChanges.userId, userId));
    await deps.jobs.enqueue(tx, 'auth.reset-request', { email: oldEmail, known: true });
    await recordSecurity(tx, deps, { kind: 'email.taken-back', account: { id: userId }, source });
    return oldEmail;
  });
}

async function storeEmail(
  tx: Tx,
  deps: Pick<Deps, 'live' | 'clock'>,
  userId: string,
  email: string,
  kept?: string,
): Promise<void> {
  await refuseTaken(tx, email, userId);
  await tx.orm
    .update(members)
    .set({ email, emailVerified: true, updatedAt: new Date(deps.clock.now()) })
    .where(eq(members.id, userId));
  await endAccess(tx, deps, userId, { kept });
  await publishModeration(tx, deps, 'users');
  tx.afterCommit(() => deps.live.publish([userId], { type: 'account.changed' }));
}

/** @throws EMAIL_CHANGE_INVALID when unknown, used, too late, or the account is suspended. */
async function changeWith(tx: Tx, token: string, now: number, isConfirmed: boolean) {
  const [found] = await tx.orm
    .select({ change: emailChanges })
    .from(emailChanges)
    .innerJoin(members, eq(members.id, emailChanges.userId))
    .where(
      and(
        eq(emailChanges.tokenHash, hashToken(token)),
        isConfirmed
          ? and(isNotNull(emailChanges.confirmedAt), gt(emailChanges.expiresAt, now))
          : isOpen(tx.orm, now),
        isNull(members.suspendedAt),
      ),
    );
  if (!found) throw new AppError('EMAIL_CHANGE_INVALID');
  return found.change;
}

async function refuseTaken(tx: Tx, email: string, except?: string): Promise<void> {
  const [owner] = await tx.orm.select({ id: members.id }).from(members).where(eq(members.email, email));
  if (owner && owner.id !== except) throw new AppError('EMAIL_TAKEN');
}

function isWaiting(userId: string) {
  return and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt));
}

/** The change can be confirmed as long as the requesting session exists. */
function isOpen(queries: Queries, now: number) {
  const asker = queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, emailChanges.sessionId), gt(sessions.expiresAt, new Date(now))));
  return and(isNull(emailChanges.confirmedAt), gt(emailChanges.expiresAt, now), exists(asker));
}

/** Returns null while mails to the member arrive. */
export async function bouncedSince(queries: Queries, id: string): Promise<string | null> {
  const email = await emailOf(queries, id);
  return (await bouncedAmong(queries, [email])).get(email) ?? null;
}

/** The archive has pending changes, and those that can be taken back. */
export async function emailChangesOf(queries: Queries, id: string) {
  const rows = await queries
    .select()
    .from(emailChanges)
    .where(eq(emailChanges.userId, id))
    .orderBy(asc(emailChanges.createdAt));
  return rows.map(({ oldEmail, newEmail, createdAt, confirmedAt }) => ({
    from: oldEmail,
    to: newEmail,
    askedAt: iso(createdAt),
    confirmedAt: isoOrNull(confirmedAt),
  }));
}
