import type { SECURITY_EVENTS } from './security-options.ts';

export type SecurityKind = (typeof SECURITY_EVENTS)[number]['id'];

/** How long a line of the security log is kept, in months; the privacy policy says the same. */
export const SECURITY_LOG_MONTHS = 12;
export const SECURITY_PAGE = 50;

/**
 * A line of the security log. `member`: whose account, null for an address without one, of which `addressHash` tells only
 * whether it is the same again. `source`: the network address, of IPv6 the first half. `reason`: a code.
 */
export type SecurityEntry = {
  id: string;
  kind: SecurityKind;
  member: { id: string; name: string } | null;
  addressHash: string | null;
  actor: { id: string; name: string } | null;
  source: string | null;
  reason: string | null;
  createdAt: string;
};

export type SecurityPage = { items: SecurityEntry[]; nextCursor: string | null };
