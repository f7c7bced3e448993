import { z } from 'zod';
import { memberRefOutput } from '../profiles/output.ts';
import { component, instant } from '../shared-output.ts';

export const invitationOutput = component('Invitation', {
  id: z.string(),
  email: z.string().nullable(),
  status: z.enum(['pending', 'accepted', 'expired']),
  /** The mail came back; false once the invitation is accepted. */
  isBounced: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  acceptedAt: instant.nullable(),
  /** The inviter gets one more invitation at this time. */
  completedAt: instant.nullable(),
});

export const invitationsOutput = component('Invitations', {
  left: z.number(),
  invitations: z.array(invitationOutput),
});

export const invitationLinkOutput = component('InvitationLink', { url: z.string() });

export const invitationOfferOutput = component('InvitationOffer', {
  email: z.string().nullable(),
  inviter: memberRefOutput.nullable(),
  expiresAt: instant,
  /** It is known from the list that the invitation is of, or from the request for access; else it is empty. */
  storeUrl: z.string(),
  /** The link of the invitation e-mail was used, so no confirmation is needed. */
  emailProven: z.boolean(),
});
