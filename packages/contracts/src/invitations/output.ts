import { z } from 'zod';
import { memberRefOutput } from '../profiles/output.ts';
import { instant } from '../shared-output.ts';

export const invitationOutput = z
  .object({
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
  })
  .meta({ id: 'Invitation' });

export const invitationsOutput = z
  .object({ left: z.number(), invitations: z.array(invitationOutput) })
  .meta({ id: 'Invitations' });

export const invitationLinkOutput = z.object({ url: z.string() }).meta({ id: 'InvitationLink' });

export const invitationOfferOutput = z
  .object({
    email: z.string().nullable(),
    inviter: memberRefOutput.nullable(),
    expiresAt: instant,
    /** It is known from the list that the invitation is of, or from the request for access; else it is empty. */
    storeUrl: z.string(),
    /** The link of the invitation e-mail was used, so no confirmation is needed. */
    emailProven: z.boolean(),
  })
  .meta({ id: 'InvitationOffer' });
