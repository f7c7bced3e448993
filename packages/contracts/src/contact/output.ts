import { z } from 'zod';
import { DATA_RIGHTS } from '../account/rules.ts';
import { instant } from '../shared-output.ts';
import { oneOf } from '../validation.ts';

/** `answeredAt` is the time of the first answer. */
export const rightRequestOutput = z
  .object({
    id: z.string(),
    right: oneOf(DATA_RIGHTS),
    status: z.enum(['pending', 'in_progress', 'resolved']),
    createdAt: instant,
    dueAt: instant,
    answeredAt: instant.nullable(),
  })
  .meta({ id: 'RightRequest' });
export const rightRequestsOutput = z.array(rightRequestOutput);
