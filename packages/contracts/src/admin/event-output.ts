import { z } from 'zod';
import { eventOutput } from '../events/output.ts';
import { pageOf } from '../shared-output.ts';

export const adminEventPageOutput = pageOf(eventOutput)
  .extend({
    counts: z.object({
      coming: z.number(),
      proposed: z.number(),
      past: z.number(),
      cancelled: z.number(),
    }),
  })
  .meta({ id: 'AdminEventPage' });
