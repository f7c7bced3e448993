import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { queueMail } from '../platform/mail.ts';
import { hashToken } from '../platform/secrets.ts';
import { CONFIRMATION_HOURS, confirmationMail } from './mails.ts';
import { openSession } from './sessions.ts';
import { memberWithEmail } from './sign-in.ts';
import { members, verifications } from './tables.ts';

declare module '../platform/jobs.ts' {
  interface JobPayloads {
    'auth.confirmation-request': { email: string };
  }
}

type ConfirmationDeps = Pick<Deps, 'config' | 'clock' | 'jobs'>;

/** Mails a confirmation link to a new account inside the caller's transaction; only the token's hash is stored. */
export async function queueConfirmation(
  { config, clock, jobs }: ConfirmationDeps,
  tx: Tx,
  member: { id: string; email: string },
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await tx.orm.insert(verifications).values({
    id: randomUUID(),
    identifier: identifierOf(token),
    value: member.id,
    expiresAt: new Date(now + CONFIRMATION_HOURS * 3_600_000),
    createdAt: new Date(now),
    updatedAt: new Date(now),
  });
  await queueMail(jobs, tx, confirmationMail(member.email, config.publicUrl, token));
}

/** Asks for another confirmation link; a job for the reason given in `requestReset`. Codes: RATE_LIMITED. */
export async function requestConfirmation(
  { db, jobs, limits }: Pick<Deps, 'db' | 'jobs' | 'limits'>,
  email: string,
): Promise<void> {
  await limits.consume('confirmation:email', email);
  await db.write((tx) => jobs.enqueue(tx, 'auth.confirmation-request', { email }));
}

/** Mails another link to an account that is not confirmed yet; does nothing for any other address. */
export async function sendConfirmation(
  deps: ConfirmationDeps & Pick<Deps, 'db'>,
  email: string,
): Promise<void> {
  const member = await memberWithEmail(deps, email);
  if (!member || member.emailVerified) return;
  await deps.db.write((tx) => queueConfirmation(deps, tx, { id: member.id, email }));
}

/**
 * Confirms the address that a link was sent to and opens a session: returns its token. Works once per account.
 * Codes: CONFIRMATION_INVALID.
 */
export function confirmEmail(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
  userAgent: string,
): Promise<string> {
  const now = clock.now();
  return db.write(async (tx) => {
    const [link] = await tx.orm
      .delete(verifications)
      .where(eq(verifications.identifier, identifierOf(token)))
      .returning();
    if (!link || link.expiresAt.getTime() <= now) throw new AppError('CONFIRMATION_INVALID');
    const [member] = await tx.orm
      .update(members)
      .set({ emailVerified: true, updatedAt: new Date(now) })
      .where(and(eq(members.id, link.value), eq(members.emailVerified, false)))
      .returning({ id: members.id, suspendedAt: members.suspendedAt });
    if (!member || member.suspendedAt !== null) throw new AppError('CONFIRMATION_INVALID');
    return openSession(tx, member.id, userAgent, now);
  });
}

function identifierOf(token: string): string {
  return `confirmation:${hashToken(token)}`;
}
