import { z } from 'zod';
import { DATA_RIGHTS } from '../account/rules.ts';
import { component, instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';

/** `answeredAt` is the time of the first answer. */
export const rightRequestOutput = component('RightRequest', {
  id: z.string(),
  right: oneOf(DATA_RIGHTS),
  status: z.enum(['pending', 'in_progress', 'resolved']),
  createdAt: instant,
  dueAt: instant,
  answeredAt: instant.nullable(),
});
export const rightRequestsOutput = z.array(rightRequestOutput);
