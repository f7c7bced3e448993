import type { z } from 'zod';
import type { SECURITY_EVENTS } from './security-options.ts';
import type { securityEntryOutput, securityPageOutput } from './security-output.ts';

export type SecurityKind = (typeof SECURITY_EVENTS)[number]['id'];

/** How long a line of the security log is kept, in months; the privacy policy says the same. */
export const SECURITY_LOG_MONTHS = 12;
export const SECURITY_PAGE = 50;

/**
 * A line of the security log. `member`: whose account, null for an address without one, of which `addressHash` tells only
 * whether it is the same again. `source`: the network address, of IPv6 the first half. `reason`: a code.
 */
export type SecurityEntry = z.infer<typeof securityEntryOutput>;

export type SecurityPage = z.infer<typeof securityPageOutput>;
