import { z } from 'zod';
import { invitationOutput } from '../invitations/output.ts';
import { memberRefOutput } from '../profiles/output.ts';
import { instant, pageOf } from '../shared-output.ts';

export const adminInvitationOutput = invitationOutput
  .omit({ email: true })
  .extend({
    /** `c…@exemple.fr` until it is accepted; the address of somebody who is no member is not for others. */
    maskedEmail: z.string().nullable(),
    /** Null for an invitation of the command line, and once the account is gone. */
    inviter: memberRefOutput.nullable(),
    /** Null until it is accepted, and once the account is gone. */
    invitee: memberRefOutput.nullable(),
    vouchedAt: instant.nullable(),
  })
  .meta({ id: 'AdminInvitation' });

export const adminInvitationPageOutput = pageOf(adminInvitationOutput)
  .extend({
    counts: z.object({ all: z.number(), pending: z.number(), expired: z.number(), accepted: z.number() }),
  })
  .meta({ id: 'AdminInvitationPage' });

export const sponsoredMemberOutput = z
  .object({
    member: memberRefOutput,
    joinedAt: instant,
    vouchedAt: instant.nullable(),
    suspendedAt: instant.nullable(),
    /** Present members whom they invited. */
    invited: z.number(),
  })
  .meta({ id: 'SponsoredMember' });

/** The oldest first. */
export const invitationTreeOutput = pageOf(sponsoredMemberOutput).meta({ id: 'InvitationTreePage' });

/** From whoever nobody present has invited down to the member. */
export const sponsorChainOutput = z.array(sponsoredMemberOutput).meta({ id: 'SponsorChain' });
