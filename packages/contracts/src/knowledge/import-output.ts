import { z } from 'zod';
import { component } from '../shared-output.ts';
import { articleRefOutput, summaryOriginOutput } from './output.ts';

/** `importedDay` is that of the text in the other place, as 2025-11-20 or 2025, or empty. */
export const summaryOriginFields = {
  origin: summaryOriginOutput,
  importedFrom: z.enum(['csv', 'slack', 'discourse', 'discord', 'whatsapp']).nullable(),
  importedDay: z.string().nullable(),
};

/** « known » is a text that was imported before, and « empty » one without a sentence that can be quoted. */
export const importAnswerOutput = component('ImportAnswer', {
  status: z.enum(['imported', 'known', 'empty']),
  summaryId: z.string().nullable(),
  similar: articleRefOutput.nullable(),
});
