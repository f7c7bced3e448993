import { z } from 'zod';
import { memberRefOutput } from '../profiles/output.ts';
import { component, instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { ACCESS_LINK_STATES, ACCESS_REQUEST_STATES } from './rules.ts';

export const accessOfferOutput = component('AccessOffer', { groupName: z.string() });

export const accessLinkOutput = component('AccessLink', {
  id: z.string(),
  groupName: z.string(),
  url: z.string(),
  state: oneOf(ACCESS_LINK_STATES),
  /** It is null once the account is deleted. */
  maker: memberRefOutput.nullable(),
  createdAt: instant,
  endsAt: instant,
  usesMax: z.number().int(),
  waiting: z.number().int(),
  accepted: z.number().int(),
  refused: z.number().int(),
  /** So many accepted people have an account. */
  joined: z.number().int(),
});

export const accessRequestOutput = component('AccessRequest', {
  id: z.string(),
  state: oneOf(ACCESS_REQUEST_STATES),
  groupName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** It is null once the request is decided. */
  email: z.string().nullable(),
  siren: z.string(),
  storeUrl: z.string(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  /** This list of the team has the same name, without an address. */
  list: z.string().nullable(),
});
