import { z } from 'zod';
import { ADMIN_PAGE } from '../admin/rules.ts';
import { decimal, oneOf, pageCursor } from '../validation.ts';
import { QUEUE_KINDS } from './rules.ts';

export const queueQuery = z.object({
  kind: z.union([z.literal('all'), oneOf(QUEUE_KINDS)]).default('all'),
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(100)).default(ADMIN_PAGE),
});
