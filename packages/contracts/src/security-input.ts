import { z } from 'zod';
import { SECURITY_PAGE, type SecurityKind } from './security.ts';
import { SECURITY_EVENTS } from './security-options.ts';

const kinds = SECURITY_EVENTS.map(({ id }) => id) as [SecurityKind, ...SecurityKind[]];

/** What of the security log is shown. `refused`: every refusal; `member` is an id, `source` an address as a line shows it. */
export const securityQuery = z.object({
  kind: z.union([z.literal(['all', 'refused']), z.enum(kinds)]).default('all'),
  member: z.string().trim().max(100).default(''),
  source: z.string().trim().max(100).default(''),
  cursor: z.string().max(30).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(SECURITY_PAGE),
});
