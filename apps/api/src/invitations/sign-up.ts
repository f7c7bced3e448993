import { randomUUID } from 'node:crypto';
import type { signUpInput } from '@guilde/contracts/auth/input.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { publishModeration } from '../auth/administrators.ts';
import { queueConfirmation } from '../auth/confirmation.ts';
import { acceptInForce } from '../auth/legal.ts';
import { requireStrongPassword } from '../auth/password-strength.ts';
import { hashPassword } from '../auth/passwords.ts';
import { openSession } from '../auth/sessions.ts';
import { accounts, members, verifications } from '../auth/tables.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { createProfile } from '../profiles/profile.ts';
import { emitWebhook } from '../webhooks/emit.ts';
import { openInvitation, provesAddress } from './offers.ts';
import { invitations } from './tables.ts';

type SignUpDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'config' | 'jobs' | 'live'>;
type SignUp = z.output<typeof signUpInput>;

/**
 * `session` is a token when the invitation mail proved the address, else null, and a confirmation is mailed.
 * With that proof an unconfirmed account of the same address is replaced. Throws INVITATION_REQUIRED,
 * INVITATION_INVALID, INVITATION_EXPIRED, INVITATION_EMAIL_MISMATCH, EMAIL_TAKEN, SIREN_TAKEN, INVALID_INPUT
 * (weak password), TOO_BUSY.
 */
export async function signUp(
  deps: SignUpDeps,
  input: SignUp,
  userAgent: string,
): Promise<{ memberId: string; session: string | null }> {
  const { db, clock, secrets, live } = deps;
  const now = clock.now();
  if (!input.token) throw new AppError('INVITATION_REQUIRED');
  // This check precedes hashing, and runs again in the transaction.
  await acceptableInvitation(db.orm, secrets, input, now);
  await requireStrongPassword(db.orm, { email: input.email }, input.password);
  const password = await hashPassword(input.password);
  return db.write(async (tx) => {
    const invitation = await acceptableInvitation(tx.orm, secrets, input, now);
    const confirmed = provesAddress(secrets, invitation, input.proof);
    if (confirmed) await removeUnconfirmed(tx, input.email);
    const member = await createMember(tx, { email: input.email, password, confirmed, now });
    await acceptInvitation(tx, invitation.id, member.id, now);
    await emitWebhook(tx, deps, 'invitation.accepted', invitation.id);
    await acceptInForce(tx, member.id, now);
    await createProfile(tx, { userId: member.id, siren: input.siren, storeUrl: input.storeUrl }, now);
    await publishModeration(tx, deps, 'users');
    const { inviterId } = invitation;
    if (inviterId) tx.afterCommit(() => live.publish([inviterId], { type: 'invitations.changed' }));
    if (!confirmed) await queueConfirmation(deps, tx, member);
    const session = confirmed ? await openSession(tx, member.id, userAgent, now) : null;
    return { memberId: member.id, session };
  });
}

async function acceptableInvitation(queries: Queries, secrets: Deps['secrets'], input: SignUp, now: number) {
  const invitation = await openInvitation(queries, secrets, input, now);
  if (invitation.email !== null && invitation.email !== input.email)
    throw new AppError('INVITATION_EMAIL_MISMATCH');
  return invitation;
}

/** The invitation of the account is open again. */
async function removeUnconfirmed(tx: Tx, email: string): Promise<void> {
  const isUnconfirmed = and(
    eq(members.email, email),
    eq(members.emailVerified, false),
    isNull(members.suspendedAt),
  );
  const [member] = await tx.orm.select({ id: members.id }).from(members).where(isUnconfirmed);
  if (!member) return;
  await tx.orm
    .update(invitations)
    .set({ status: 'pending', acceptedAt: null, invitedUserId: null })
    .where(and(eq(invitations.invitedUserId, member.id), eq(invitations.email, email)));
  await tx.orm.delete(verifications).where(eq(verifications.value, member.id));
  await tx.orm.delete(members).where(eq(members.id, member.id));
}

async function createMember(
  tx: Tx,
  { email, password, confirmed, now }: { email: string; password: string; confirmed: boolean; now: number },
) {
  const id = randomUUID();
  const at = { createdAt: new Date(now), updatedAt: new Date(now) };
  const [member] = await tx.orm
    .insert(members)
    .values({ id, email, emailVerified: confirmed, ...at, lastUsedAt: now })
    .onConflictDoNothing()
    .returning({ id: members.id, email: members.email });
  if (!member) throw new AppError('EMAIL_TAKEN');
  await tx.orm
    .insert(accounts)
    .values({ id: randomUUID(), userId: id, accountId: id, providerId: 'credential', password, ...at });
  return member;
}

/** The update is conditional, so that a link makes one account. Throws INVITATION_INVALID. */
async function acceptInvitation(tx: Tx, invitationId: string, memberId: string, now: number): Promise<void> {
  const accepted = await tx.orm
    .update(invitations)
    .set({ status: 'accepted', acceptedAt: now, invitedUserId: memberId })
    .where(and(eq(invitations.id, invitationId), eq(invitations.status, 'pending')))
    .returning({ id: invitations.id });
  if (accepted.length === 0) throw new AppError('INVITATION_INVALID');
}
