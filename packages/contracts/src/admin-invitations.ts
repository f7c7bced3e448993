import type { z } from 'zod';
import type * as output from './admin-invitations-output.ts';

export type AdminInvitation = z.infer<typeof output.adminInvitationOutput>;
export type AdminInvitationPage = z.infer<typeof output.adminInvitationPageOutput>;
export type SponsoredMember = z.infer<typeof output.sponsoredMemberOutput>;
export type InvitationTreePage = z.infer<typeof output.invitationTreeOutput>;

/** Chains are followed so far; a community does not come near. */
export const SPONSOR_CHAIN_MAX = 200;
