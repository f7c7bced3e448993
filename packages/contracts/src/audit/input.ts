import { z } from 'zod';
import { decimal, oneOf, pageCursor, searchedText, uuid } from '../validation.ts';
import { AUDIT_ACTIONS, AUDIT_PAGE } from './rules.ts';

/** The day is one of Paris, as in `2026-11-17`. */
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Cette date n’est pas valable.')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Cette date n’est pas valable.');

/** `acts` leaves readings out. `subject` is an id. Both days `from` and `to` are included. */
export const auditFilters = z.object({
  q: searchedText.default(''),
  action: z.union([z.literal(['acts', 'readings', 'all']), oneOf(AUDIT_ACTIONS)]).default('acts'),
  actor: searchedText.default(''),
  subject: searchedText.default(''),
  from: z.union([z.literal(''), day]).default(''),
  to: z.union([z.literal(''), day]).default(''),
});

export const auditQuery = auditFilters.extend({
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(100)).default(AUDIT_PAGE),
});

export const auditParams = z.object({ entryId: uuid });

export type AuditFilters = z.output<typeof auditFilters>;
