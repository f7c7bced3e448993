import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { invitationOfferOutput, invitationOutput, invitationsOutput } from './invitations-output.ts';

/** Invitations of a new member; one more for every invitee whose profile is complete. */
export const INITIAL_INVITATIONS = 30;
export const INVITATION_DAYS = 7;
/** Days for which the inviter still sees that an invitation has expired; its address is erased after them. */
export const INVITATION_KEPT_DAYS = 30;

export type InvitationStatus = Invitation['status'];

/** An invitation as its inviter sees it. `email` is null once the invitee has deleted the account. Instants in ISO 8601. */
export type Invitation = z.infer<typeof invitationOutput>;

export type Invitations = z.infer<typeof invitationsOutput>;

/** An open invitation as its holder sees it. `email` is null for the founder's, which is for whoever holds it. */
export type InvitationOffer = z.infer<typeof invitationOfferOutput>;

/** Invitations left (docs/decisions.md#invitations): 30 + completed invitees − accepted − pending and not expired; never below 0. */
export function invitationsLeft(counts: { completed: number; accepted: number; pending: number }): number {
  return Math.max(0, INITIAL_INVITATIONS + counts.completed - counts.accepted - counts.pending);
}

/** An invitation can be copied or deleted only while it is pending and not expired. */
export function denyInvitationUse(invitation: Pick<Invitation, 'status'>): ErrorCode | null {
  return invitation.status === 'pending' ? null : 'INVITATION_NOT_PENDING';
}

/** Only certified members with an invitation left can invite. */
export function denyInvite(inviter: { isCertified: boolean; left: number }): ErrorCode | null {
  if (!inviter.isCertified) return 'NOT_CERTIFIED';
  return inviter.left > 0 ? null : 'INVITATIONS_EXHAUSTED';
}
