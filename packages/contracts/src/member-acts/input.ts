import { z } from 'zod';
import { measureInput, reasonInput, suspensionInput } from '../admin/input.ts';
import { uuid } from '../validation.ts';
import { MEMBER_ACTS_MAX } from './rules.ts';

/** The client makes the id, so that sending twice acts on each member once. */
const several = { id: uuid, userIds: z.array(uuid).min(1).max(MEMBER_ACTS_MAX) };
const measure = measureInput.omit({ caseId: true }).extend(several);
const reason = reasonInput.extend(several);

export const memberActsInput = z.discriminatedUnion('act', [
  measure.extend({ act: z.literal('warn') }),
  measure.extend({ act: z.literal('suspend'), days: suspensionInput.shape.days }),
  measure.extend({ act: z.literal('withdraw') }),
  reason.extend({ act: z.literal('restore') }),
  reason.extend({ act: z.literal('return') }),
]);
