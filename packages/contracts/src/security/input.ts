import { z } from 'zod';
import { decimal, oneOf, pageCursor, searchedText } from '../validation.ts';
import { SECURITY_EVENTS, SECURITY_PAGE } from './rules.ts';

/** `member` is an id, and `source` an address as an entry shows it. */
export const securityQuery = z.object({
  kind: z.union([z.literal(['all', 'refused']), oneOf(SECURITY_EVENTS)]).default('all'),
  member: searchedText.default(''),
  source: searchedText.default(''),
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(100)).default(SECURITY_PAGE),
});
