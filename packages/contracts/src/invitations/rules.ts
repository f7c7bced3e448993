import type { z } from 'zod';
import type { ShownErrorCode } from '../errors/shown.ts';
import type { ErrorCode } from '../errors.ts';
import { PERIODS } from '../retention/periods.ts';
import type { invitationOfferOutput, invitationOutput, invitationsOutput } from './output.ts';

export const INITIAL_INVITATIONS = 30;
export const INVITATION_DAYS = 7;
/** The address is erased after this period, which begins with the expiry. */
export const INVITATION_KEPT_DAYS = PERIODS.invitations.days;

export type InvitationStatus = Invitation['status'];

/** `email` is null once the invitee has deleted the account. */
export type Invitation = z.infer<typeof invitationOutput>;

export type Invitations = z.infer<typeof invitationsOutput>;

/** `email` is null for the founder's invitation. */
export type InvitationOffer = z.infer<typeof invitationOfferOutput>;

/** The number is computed and never stored (docs/decisions.md#invitations). */
export function invitationsLeft(counts: { completed: number; accepted: number; pending: number }): number {
  return Math.max(0, INITIAL_INVITATIONS + counts.completed - counts.accepted - counts.pending);
}

/** An expired invitation can be sent again too. */
export function denyInvitationRenewal({ status }: Pick<Invitation, 'status'>): ErrorCode | null {
  return status === 'accepted' ? 'INVITATION_NOT_PENDING' : null;
}

export const NEWCOMER_DAYS = 14;
/** What people say of figures and of each other counts for longer than a report of an outage. */
export const YOUNG_ACCOUNT_DAYS = 180;

/**
 * Wherever people are counted, a young account counts as its sponsor, so that nobody is several with accounts of
 * their own. Exempt are the merchants of the team's list, who share a sponsor without having chosen each other,
 * and those who proved their company. Instants are in milliseconds.
 */
export function countsAsSponsor(
  { joinedAt, isExempt }: { joinedAt: number; isExempt: boolean },
  now: number,
  days: number = NEWCOMER_DAYS,
): boolean {
  return !isExempt && joinedAt > now - days * 86_400_000;
}

export function denyInvitationUse(invitation: Pick<Invitation, 'status'>): ErrorCode | null {
  return invitation.status === 'pending' ? null : 'INVITATION_NOT_PENDING';
}

export function denyInvite(inviter: { isCertified: boolean; left: number }): ShownErrorCode | null {
  if (!inviter.isCertified) return 'NOT_CERTIFIED';
  return inviter.left > 0 ? null : 'INVITATIONS_EXHAUSTED';
}
