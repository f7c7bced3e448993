import { z } from 'zod';
import { articleRefOutput } from './output.ts';

/** « known » is a text that was imported before, and « empty » one without a sentence that can be quoted. */
export const importAnswerOutput = z
  .object({
    status: z.enum(['imported', 'known', 'empty']),
    summaryId: z.string().nullable(),
    similar: articleRefOutput.nullable(),
  })
  .meta({ id: 'ImportAnswer' });
