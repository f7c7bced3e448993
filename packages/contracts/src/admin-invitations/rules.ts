import type { z } from 'zod';
import type * as output from './output.ts';

export const ADMIN_INVITATION_STATES = [
  { id: 'all', label: 'Toutes' },
  { id: 'pending', label: 'En attente' },
  { id: 'expired', label: 'Expirée' },
  { id: 'accepted', label: 'Acceptée' },
] as const;

export type AdminInvitation = z.infer<typeof output.adminInvitationOutput>;
export type AdminInvitationPage = z.infer<typeof output.adminInvitationPageOutput>;
export type SponsoredMember = z.infer<typeof output.sponsoredMemberOutput>;
export type InvitationTreePage = z.infer<typeof output.invitationTreeOutput>;

/** The limit ends a query on broken data; real chains are far shorter. */
export const SPONSOR_CHAIN_MAX = 200;
