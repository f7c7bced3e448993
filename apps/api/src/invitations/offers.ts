import { AppError } from '@guilde/contracts/errors.ts';
import type { InvitationOffer } from '@guilde/contracts/invitations.ts';
import type { MemberRef } from '@guilde/contracts/profiles.ts';
import { and, eq } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { hashToken } from '../platform/secrets.ts';
import { memberRefs } from '../profiles/members.ts';
import { invitations } from './tables.ts';
import { givenToken, isProof } from './tokens.ts';

/**
 * The pending invitation that a token opens. `now` in milliseconds.
 * Codes: INVITATION_INVALID (unknown, used, or made with a secret no longer accepted), INVITATION_EXPIRED.
 */
export async function openInvitation(queries: Queries, secrets: Deps['secrets'], token: string, now: number) {
  const [row] = await queries
    .select()
    .from(invitations)
    .where(and(eq(invitations.tokenHash, hashToken(token)), eq(invitations.status, 'pending')));
  if (!row || !givenToken(secrets, row)) throw new AppError('INVITATION_INVALID');
  if (row.expiresAt <= now) throw new AppError('INVITATION_EXPIRED');
  return row;
}

/** What the holder of a link sees before signing up. Codes: INVITATION_INVALID, INVITATION_EXPIRED. */
export async function lookUpInvitation(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  input: { token: string; proof?: string | undefined },
): Promise<InvitationOffer> {
  const invitation = await openInvitation(db.orm, secrets, input.token, clock.now());
  const { inviterId, email } = invitation;
  const inviters = await memberRefs(db.orm, inviterId ? [inviterId] : []);
  return {
    email,
    inviter: withoutPicture(inviters.get(inviterId ?? '')),
    expiresAt: iso(invitation.expiresAt),
    emailProven: email !== null && isProof(secrets, invitation.id, input.proof),
  };
}

/** Pictures are for those who are signed in; the holder of an invitation is not yet. */
function withoutPicture(inviter: MemberRef | undefined): MemberRef | null {
  return inviter ? { ...inviter, avatarUrl: null } : null;
}
