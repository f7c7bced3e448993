import { z } from 'zod';
import { decimal, pageCursor } from '../validation.ts';

const limit = decimal(z.number().int().min(1).max(100));

export const sponsoredQuery = z.object({ cursor: pageCursor, limit: limit.default(20) });
export const notificationsQuery = z.object({ cursor: pageCursor, limit: limit.default(30) });

/** A notice that comes later, while the list is read, stays unread. */
export const notificationsReadInput = z.object({ until: z.iso.datetime('Indique une date.') });
