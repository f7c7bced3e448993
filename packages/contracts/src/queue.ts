import type { z } from 'zod';
import type { QUEUE_KINDS } from './queue-options.ts';
import type * as output from './queue-output.ts';

export type QueueKind = (typeof QUEUE_KINDS)[number]['id'];
export type QueueItem = z.infer<typeof output.queueItemOutput>;
export type QueuePage = z.infer<typeof output.queuePageOutput>;
