import type { z } from 'zod';
import { PERIODS } from './retention.ts';
import type { SECURITY_EVENTS } from './security-options.ts';
import type { securityEntryOutput, securityPageOutput } from './security-output.ts';

export type SecurityKind = (typeof SECURITY_EVENTS)[number]['id'];

export const SECURITY_LOG_MONTHS = PERIODS.securityLog.months;
export const SECURITY_PAGE = 50;

/**
 * Of an address without an account only `addressHash` is kept. `source`: the network address, the first half for IPv6.
 * `reason`: a code.
 */
export type SecurityEntry = z.infer<typeof securityEntryOutput>;

export type SecurityPage = z.infer<typeof securityPageOutput>;
