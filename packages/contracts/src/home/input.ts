import { z } from 'zod';
import { decimal, pageCursor } from '../validation.ts';
import { TOLD_PAGE } from './rules.ts';

export const sponsoredQuery = z.object({
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(100)).default(20),
});

export const toldQuery = z.object({
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(100)).default(TOLD_PAGE),
});

/** A notice that comes later, while the list is read, stays unread. */
export const toldReadInput = z.object({ until: z.iso.datetime('Indique une date.') });
