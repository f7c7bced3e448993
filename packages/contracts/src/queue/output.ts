import { z } from 'zod';
import { component, instant, pageOf } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { QUEUE_KINDS } from './rules.ts';

export const queueItemOutput = component('QueueItem', {
  kind: oneOf(QUEUE_KINDS),
  /** The id is that of the case, SOS, event, message to the team or summary that is opened. */
  id: z.string(),
  title: z.string(),
  note: z.string(),
  since: instant,
  /** The law sets this date for the answer. */
  dueAt: instant.nullable(),
});

/** `counts` has each kind with the time of its oldest. */
export const queuePageOutput = pageOf(queueItemOutput)
  .extend({
    counts: z.array(z.object({ kind: oneOf(QUEUE_KINDS), count: z.number(), oldest: instant.nullable() })),
  })
  .meta({ id: 'QueuePage' });
