import { z } from 'zod';
import { instant } from '../shared-output.ts';

export const evidenceOutput = z
  .object({
    reason: z.string(),
    askedAt: instant,
    dueAt: instant,
    file: z.object({ name: z.string(), bytes: z.number(), sentAt: instant }).nullable(),
  })
  .meta({ id: 'Evidence' });
