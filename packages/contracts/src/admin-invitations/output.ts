import { z } from 'zod';
import { invitationOutput } from '../invitations/output.ts';
import { memberRefOutput } from '../profiles/output.ts';
import { component, instant, pageOf } from '../shared-output.ts';

export const adminInvitationOutput = invitationOutput
  .omit({ email: true })
  .extend({
    /** The address is masked, since an outsider's is not for others, and null once it is accepted. */
    maskedEmail: z.string().nullable(),
    /** The inviter is null for an invitation of the command line, and once the account is gone. */
    inviter: memberRefOutput.nullable(),
    /** The invitee is null until it is accepted, and once the account is gone. */
    invitee: memberRefOutput.nullable(),
    vouchedAt: instant.nullable(),
  })
  .meta({ id: 'AdminInvitation' });

export const adminInvitationPageOutput = pageOf(adminInvitationOutput)
  .extend({
    counts: z.object({ all: z.number(), pending: z.number(), expired: z.number(), accepted: z.number() }),
  })
  .meta({ id: 'AdminInvitationPage' });

export const sponsoredMemberOutput = component('SponsoredMember', {
  member: memberRefOutput,
  joinedAt: instant,
  vouchedAt: instant.nullable(),
  suspendedAt: instant.nullable(),
  /** The number leaves out members who have left. */
  invited: z.number(),
});

export const invitationTreeOutput = pageOf(sponsoredMemberOutput).meta({ id: 'InvitationTreePage' });

/** The chain runs from the member whom nobody present has invited down to the member. */
export const sponsorChainOutput = z.array(sponsoredMemberOutput).meta({ id: 'SponsorChain' });
