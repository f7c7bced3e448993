import { z } from 'zod';
import { instant } from './shared-output.ts';

export const alertOutput = z.enum(['asked', 'declined']);

export const reachOutput = z
  .object({
    /** Members asked so far. Whoever takes the place of a refusal is not counted, so that none shows. */
    alerted: z.number(),
    /** Those of them who have opened the SOS. */
    opened: z.number(),
    /** Null once nothing follows. `some`: as many again. `everybody`: who is available. `team`: the administrators are told. */
    next: z.object({ at: instant, asks: z.enum(['some', 'everybody', 'team']) }).nullable(),
    /** The waves are over, and the administrators were told. */
    isTeamTold: z.boolean(),
    /** Median of the minutes to the first helper; null below ten cases. */
    usual: z.object({ minutes: z.number(), cases: z.number() }).nullable(),
  })
  .meta({ id: 'Reach' });
