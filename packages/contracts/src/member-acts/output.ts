import { z } from 'zod';
import { MEMBER_ACT_REFUSALS } from './rules.ts';

/** In the order of the members that were named, each once; `refusal`: null when it was done, now or before. */
export const memberActsOutput = z
  .array(z.object({ userId: z.string(), refusal: z.enum(MEMBER_ACT_REFUSALS).nullable() }))
  .meta({ id: 'MemberActResults' });
