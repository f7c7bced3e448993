import { z } from 'zod';
import { oneOf } from '../validation.ts';
import { IMPORT_SOURCES } from './import-rules.ts';
import { articleRefOutput, summaryOriginOutput } from './output.ts';

/** `importedDay` is that of the text in the other place, as 2025-11-20, or empty. */
export const summaryOriginFields = {
  origin: summaryOriginOutput,
  importedFrom: oneOf(IMPORT_SOURCES).nullable(),
  importedDay: z.string().nullable(),
};

/** « known » is a text that was imported before, and « empty » one without a sentence that can be quoted. */
export const importAnswerOutput = z
  .object({
    status: z.enum(['imported', 'known', 'empty']),
    summaryId: z.string().nullable(),
    similar: articleRefOutput.nullable(),
  })
  .meta({ id: 'ImportAnswer' });

export type ImportAnswer = z.infer<typeof importAnswerOutput>;
