import { randomBytes, randomUUID } from 'node:crypto';
import { EMAIL_UNCHANGED, type PendingEmail } from '@guilde/contracts/auth.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Source } from '../../platform/http/http.ts';
import { hashToken } from '../../platform/secrets.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { consumeMailQuota } from '../../platform/services/sent-mails.ts';
import { publishModeration } from '../administrators.ts';
import { PASSWORD_CHANGES } from '../limits.ts';
import { removePasskeysSince } from '../passkeys/enrolment.ts';
import { hashPassword, isPasswordOf } from '../passwords.ts';
import { endPendingSignIns } from '../second-factor/entry.ts';
import { recordingRefusals, recordSecurity } from '../security-log.ts';
import { endSessionsBut } from '../session-list.ts';
import { accounts, emailChanges, members, signInCodes, verifications } from '../tables.ts';
import { addressChangedMail, NEW_ADDRESS_HOURS, newAddressMail, TAKE_BACK_DAYS } from './mails.ts';

type ChangeDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'live' | 'jobs' | 'limits' | 'secrets' | 'log'>;

const HOUR_MS = 3_600_000;

/** What the member waits for; null without a change that waits. */
export async function pendingEmailOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string) {
  const [waiting] = await db.orm
    .select({ email: emailChanges.newEmail, expiresAt: emailChanges.expiresAt })
    .from(emailChanges)
    .where(and(isWaiting(id), gt(emailChanges.expiresAt, clock.now())));
  const pending: PendingEmail | null = waiting ? { ...waiting, expiresAt: iso(waiting.expiresAt) } : null;
  return pending;
}

/**
 * Sends a link to the new address; nothing changes before it is confirmed. Replaces a change that waits. Codes:
 * PASSWORD_WRONG, EMAIL_TAKEN, INVALID_INPUT (field `email`), EMAIL_MAILS_RECEIVED, RATE_LIMITED, TOO_BUSY.
 */
export async function requestEmailChange(
  deps: ChangeDeps,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
  source: Source,
): Promise<void> {
  const { config, db, clock, limits } = deps;
  await limits.consume(PASSWORD_CHANGES, viewer.sessionId);
  await recordingRefusals(deps, { kind: 'password.refused', account: viewer, source }, async () => {
    if (!(await isPasswordOf(db.orm, viewer.id, password))) throw new AppError('PASSWORD_WRONG');
  });
  const token = newToken();
  await db.write(async (tx) => {
    const now = clock.now();
    const oldEmail = await emailOf(tx, viewer.id);
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
    await recordSecurity(tx, deps, { kind: 'email.change-asked', account: viewer, source });
  });
}

export async function cancelEmailChange({ db }: Pick<Deps, 'db'>, viewer: Viewer): Promise<void> {
  await db.orm.delete(emailChanges).where(isWaiting(viewer.id));
}

/**
 * Opens no session, and ends all but the one that asked. Returns the new address. Codes: EMAIL_CHANGE_INVALID,
 * EMAIL_TAKEN (meanwhile).
 */
export function confirmNewEmail(deps: ChangeDeps, token: string, source: Source): Promise<string> {
  const takeBack = newToken();
  return deps.db.write(async (tx) => {
    const now = deps.clock.now();
    const change = await changeWith(tx, token, now, false);
    const { id, userId, oldEmail, newEmail } = change;
    if ((await emailOf(tx, userId)) !== oldEmail) throw new AppError('EMAIL_CHANGE_INVALID');
    await storeEmail(tx, deps, userId, newEmail, change.sessionId);
    await tx.orm
      .update(emailChanges)
      .set({
        tokenHash: hashToken(takeBack),
        confirmedAt: now,
        expiresAt: now + TAKE_BACK_DAYS * 24 * HOUR_MS,
      })
      .where(eq(emailChanges.id, id));
    await queueMail(deps, tx, addressChangedMail(oldEmail, deps.config.publicUrl, takeBack));
    await recordSecurity(tx, deps, { kind: 'email.changed', account: { id: userId }, source });
    return newEmail;
  });
}

/**
 * By the link in the former mailbox: whoever changed the address knows the password, so that it goes too, and a link to
 * choose another one is mailed, and passkeys added since are removed. Later changes are undone with it. Codes: EMAIL_CHANGE_INVALID, EMAIL_TAKEN, TOO_BUSY.
 */
export async function takeEmailBack(deps: ChangeDeps, token: string, source: Source): Promise<string> {
  const unusable = await hashPassword(newToken());
  return deps.db.write(async (tx) => {
    const { userId, oldEmail, createdAt } = await changeWith(tx, token, deps.clock.now(), true);
    await storeEmail(tx, deps, userId, oldEmail, null);
    await tx.orm
      .update(accounts)
      .set({ password: unusable, updatedAt: new Date(deps.clock.now()) })
      .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
    await removePasskeysSince(tx, userId, createdAt);
    await tx.orm.delete(emailChanges).where(eq(emailChanges.userId, userId));
    await deps.jobs.enqueue(tx, 'auth.reset-request', { email: oldEmail, known: true });
    await recordSecurity(tx, deps, { kind: 'email.taken-back', account: { id: userId }, source });
    return oldEmail;
  });
}

/** Links and codes that went to the other address end with it. */
async function storeEmail(
  tx: Tx,
  deps: Pick<Deps, 'live' | 'clock'>,
  userId: string,
  email: string,
  keptSession: string | null,
): Promise<void> {
  await refuseTaken(tx, email, userId);
  await tx.orm
    .update(members)
    .set({ email, emailVerified: true, updatedAt: new Date(deps.clock.now()) })
    .where(eq(members.id, userId));
  await endSessionsBut(tx, deps, userId, keptSession);
  await endPendingSignIns(tx, userId);
  await tx.orm.delete(verifications).where(eq(verifications.value, userId));
  await tx.orm.delete(signInCodes).where(eq(signInCodes.userId, userId));
  await publishModeration(tx, deps, 'users');
  tx.afterCommit(() => deps.live.publish([userId], { type: 'account.changed' }));
}

/** Codes: EMAIL_CHANGE_INVALID (unknown, used, too late, or the account is suspended). */
async function changeWith(tx: Tx, token: string, now: number, isConfirmed: boolean) {
  const [found] = await tx.orm
    .select({ change: emailChanges })
    .from(emailChanges)
    .innerJoin(members, eq(members.id, emailChanges.userId))
    .where(
      and(
        eq(emailChanges.tokenHash, hashToken(token)),
        gt(emailChanges.expiresAt, now),
        isConfirmed ? isNotNull(emailChanges.confirmedAt) : isNull(emailChanges.confirmedAt),
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

async function emailOf(tx: Tx, id: string): Promise<string> {
  const [member] = await tx.orm.select({ email: members.email }).from(members).where(eq(members.id, id));
  if (!member) throw new AppError('UNAUTHENTICATED');
  return member.email;
}

function isWaiting(userId: string) {
  return and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt));
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** For the personal data archive: those that wait, and those that can be taken back. */
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
