import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { PERIODS } from '../retention/periods.ts';
import type * as output from './output.ts';

/** It is the name of a group elsewhere, whose members may ask to join. */
export const GROUP_NAME_MAX = 80;
export const ACCESS_USES_MAX = 2000;
export const ACCESS_DAYS_MAX = 180;
export const ACCESS_KEPT_DAYS = PERIODS.accessRequests.days;

export const ACCESS_LINK_STATES = [
  { id: 'open', label: 'Ouvert' },
  { id: 'full', label: 'Complet' },
  { id: 'ended', label: 'Terminé' },
  { id: 'revoked', label: 'Fermé' },
] as const;

export const ACCESS_REQUEST_STATES = [
  { id: 'waiting', label: 'En attente' },
  { id: 'accepted', label: 'Acceptée' },
  { id: 'refused', label: 'Refusée' },
] as const;

export type AccessLinkState = (typeof ACCESS_LINK_STATES)[number]['id'];
export type AccessLink = z.infer<typeof output.accessLinkOutput>;
export type AccessOffer = z.infer<typeof output.accessOfferOutput>;
export type AccessRequest = z.infer<typeof output.accessRequestOutput>;

type LinkFacts = {
  isRevoked: boolean;
  endsAt: number;
  usesMax: number;
  /** A refused request gives its place back. */
  waiting: number;
  accepted: number;
};

/** Instants are in milliseconds. */
export function accessLinkState(link: LinkFacts, now: number): AccessLinkState {
  if (link.isRevoked) return 'revoked';
  if (link.endsAt <= now) return 'ended';
  return link.waiting + link.accepted >= link.usesMax ? 'full' : 'open';
}

const REFUSALS = {
  full: 'ACCESS_LINK_FULL',
  ended: 'ACCESS_LINK_ENDED',
  revoked: 'ACCESS_LINK_REVOKED',
} as const;

export function denyAccessRequest(state: AccessLinkState): ErrorCode | null {
  return state === 'open' ? null : REFUSALS[state];
}
