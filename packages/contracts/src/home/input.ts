import { z } from 'zod';
import { decimal, pageCursor } from '../validation.ts';

export const sponsoredQuery = z.object({
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(100)).default(20),
});
