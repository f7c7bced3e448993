import { z } from 'zod';
import { MEMBER_ACT_REFUSALS } from './rules.ts';

/**
 * Each named member is listed once, in their order; `refusal` is null when the act was done, now or before.
 */
export const memberActsOutput = z
  .array(z.object({ userId: z.string(), refusal: z.enum(MEMBER_ACT_REFUSALS).nullable() }))
  .meta({ id: 'MemberActResults' });
