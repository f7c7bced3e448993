import { AppError } from '@guilde/contracts/errors.ts';
import type { InvitationOffer } from '@guilde/contracts/invitations/rules.ts';
import type { MemberRef } from '@guilde/contracts/profiles/rules.ts';
import { and, eq } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { hashToken } from '../platform/secrets.ts';
import { memberRefs } from '../profiles/members.ts';
import { batchRows, invitations } from './tables.ts';
import { givenToken, isProof } from './tokens.ts';

type Link = { token: string; proof?: string | undefined };
type Row = typeof invitations.$inferSelect;

/**
 * The mail's proof also opens an accepted invitation with an unconfirmed address. `now` is in milliseconds.
 * @throws INVITATION_INVALID (unknown, used, or of a refused secret), INVITATION_EXPIRED
 */
export async function openInvitation(
  queries: Queries,
  secrets: Deps['secrets'],
  { token, proof }: Link,
  now: number,
): Promise<Row> {
  const [found] = await queries
    .select({ invitation: invitations, member: members })
    .from(invitations)
    .leftJoin(members, and(eq(members.id, invitations.invitedUserId), eq(members.email, invitations.email)))
    .where(eq(invitations.tokenHash, hashToken(token)));
  if (!found || !givenToken(secrets, found.invitation)) throw new AppError('INVITATION_INVALID');
  const { invitation, member } = found;
  const isUnconfirmed = member !== null && !member.emailVerified && member.suspendedAt === null;
  const isOpen =
    invitation.status === 'pending' || (isUnconfirmed && provesAddress(secrets, invitation, proof));
  if (!isOpen) throw new AppError('INVITATION_INVALID');
  if (invitation.expiresAt <= now) throw new AppError('INVITATION_EXPIRED');
  return invitation;
}

/** Only the invitation mail has this proof. */
export function provesAddress(
  secrets: Deps['secrets'],
  { id, email }: Pick<Row, 'id' | 'email'>,
  proof: string | undefined,
): boolean {
  return email !== null && isProof(secrets, id, proof);
}

export async function lookUpInvitation(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  input: Link,
): Promise<InvitationOffer> {
  const invitation = await openInvitation(db.orm, secrets, input, clock.now());
  const { inviterId, email } = invitation;
  const isOf = eq(batchRows.invitationId, invitation.id);
  const [row] = await db.orm.select({ known: batchRows.known }).from(batchRows).where(isOf);
  const inviters = await memberRefs(db.orm, inviterId ? [inviterId] : []);
  return {
    email,
    inviter: withoutPicture(inviters.get(inviterId ?? '')),
    expiresAt: iso(invitation.expiresAt),
    storeUrl: (row?.known ?? invitation.known)?.storeUrl ?? '',
    emailProven: provesAddress(secrets, invitation, input.proof),
  };
}

/** Pictures are for signed-in members. */
function withoutPicture(inviter: MemberRef | undefined): MemberRef | null {
  return inviter ? { ...inviter, avatarUrl: null } : null;
}
