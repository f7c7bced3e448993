import type { confirmInput } from '@guilde/contracts/auth/input.ts';
import type { ConfirmationOffer } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Source } from '../platform/http/http.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { queueMail } from '../platform/services/mail.ts';
import { consumeMailQuota } from '../platform/services/sent-mails.ts';
import { type Entry, enter } from './entry.ts';
import { CONFIRMATION_HOURS, confirmationMail } from './mails.ts';
import { memberWithEmail } from './members.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword, replacePassword } from './passwords.ts';
import { storePending } from './pending.ts';
import { recordSecurity } from './security-log.ts';
import { endAccess } from './session-list.ts';
import { members, verifications } from './tables.ts';

type ConfirmationDeps = Pick<Deps, 'config' | 'clock' | 'jobs'>;

/** Only the token's hash is stored. */
export async function queueConfirmation(
  { config, clock, jobs }: ConfirmationDeps,
  tx: Tx,
  member: { id: string; email: string },
): Promise<void> {
  const token = newToken();
  const validMs = CONFIRMATION_HOURS * 3_600_000;
  await storePending(tx, { identifier: identifierOf(token), userId: member.id, validMs }, clock.now());
  await queueMail({ jobs, config }, tx, confirmationMail(member.email, config.publicUrl, token));
}

/** An address gets ten mails a day at most; unknown addresses get none. */
export async function sendConfirmation(
  deps: ConfirmationDeps & Pick<Deps, 'db'>,
  email: string,
): Promise<void> {
  const member = await memberWithEmail(deps, email);
  if (!member || member.emailVerified) return;
  await deps.db.write(async (tx) => {
    const exhausted = await consumeMailQuota(tx, 'confirmation', { to: email, now: deps.clock.now() });
    if (!exhausted) await queueConfirmation(deps, tx, { id: member.id, email });
  });
}

/** `signedUpAs` is the account made in this browser. */
export async function checkConfirmation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
  signedUpAs: string | null,
): Promise<ConfirmationOffer> {
  const { id, email } = await unconfirmedMember(db.orm, token, clock.now());
  return { email, choosesPassword: id !== signedUpAs };
}

/**
 * Another browser than that of the sign-up needs a new password, so that somebody who signed up with a
 * foreign address gets no access. Throws CONFIRMATION_INVALID, CONFIRMATION_NEEDS_PASSWORD, INVALID_INPUT
 * (weak password), TOO_BUSY.
 */
export async function confirmEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'secrets' | 'log'>,
  { token, password }: z.output<typeof confirmInput>,
  browser: { userAgent: string; signedUpAs: string | null; source: Source | null },
): Promise<Entry> {
  const { db, clock } = deps;
  const now = clock.now();
  // This check precedes hashing, and runs again in the transaction.
  const { id } = await unconfirmedMember(db.orm, token, now);
  if (password === undefined && id !== browser.signedUpAs) throw new AppError('CONFIRMATION_NEEDS_PASSWORD');
  if (password !== undefined) await requireStrongPassword(db.orm, { userId: id }, password);
  const hashed = password === undefined ? null : await hashPassword(password);
  return db.write(async (tx) => {
    await unconfirmedMember(tx.orm, token, now);
    const at = new Date(now);
    const confirmed = await tx.orm
      .update(members)
      .set({ emailVerified: true, updatedAt: at })
      .where(and(eq(members.id, id), eq(members.emailVerified, false)))
      .returning({ id: members.id });
    if (confirmed.length === 0) throw new AppError('CONFIRMATION_INVALID');
    if (hashed) await replacePassword(tx, id, hashed, now);
    await recordSecurity(tx, deps, { kind: 'email.confirmed', account: { id }, source: browser.source });
    await endAccess(tx, deps, id);
    return enter(tx, deps, id, browser.userAgent);
  });
}

/** @throws CONFIRMATION_INVALID when unknown, used, expired, or the account is suspended. */
async function unconfirmedMember(queries: Queries, token: string, now: number) {
  const [found] = await queries
    .select({ id: members.id, email: members.email })
    .from(verifications)
    .innerJoin(members, eq(members.id, verifications.value))
    .where(
      and(
        eq(verifications.identifier, identifierOf(token)),
        gt(verifications.expiresAt, new Date(now)),
        eq(members.emailVerified, false),
        isNull(members.suspendedAt),
      ),
    );
  if (!found) throw new AppError('CONFIRMATION_INVALID');
  return found;
}

function identifierOf(token: string): string {
  return `confirmation:${hashToken(token)}`;
}
