import { z } from 'zod';
import { instant, pageOf } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { QUEUE_KINDS } from './rules.ts';

export const queueItemOutput = z
  .object({
    kind: oneOf(QUEUE_KINDS),
    /** Of what is opened: a case, an SOS, a message to the team, a summary. */
    id: z.string(),
    title: z.string(),
    note: z.string(),
    since: instant,
    /** Until when the law wants an answer. */
    dueAt: instant.nullable(),
  })
  .meta({ id: 'QueueItem' });

/** `counts`: of each kind, with the time of its oldest. */
export const queuePageOutput = pageOf(queueItemOutput)
  .extend({
    counts: z.array(z.object({ kind: oneOf(QUEUE_KINDS), count: z.number(), oldest: instant.nullable() })),
  })
  .meta({ id: 'QueuePage' });
