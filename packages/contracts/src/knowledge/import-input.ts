import { z } from 'zod';
import { SOS_CATEGORIES } from '../sos/rules.ts';
import { plainLine } from '../text.ts';
import { atMost, oneOf, plainText } from '../validation.ts';
import {
  IMPORT_MESSAGES_MAX,
  IMPORT_MESSAGES_MIN,
  IMPORT_NAMES_MAX,
  IMPORT_POINT_MAX,
  IMPORT_POINTS_MAX,
  IMPORT_SOURCES,
  IMPORT_TEXT_MAX,
} from './import-rules.ts';
import { SUMMARY_TITLE_MAX } from './rules.ts';

const text = plainText.trim().check(atMost(IMPORT_TEXT_MAX));
const name = z.string().overwrite(plainLine).trim().check(atMost(SUMMARY_TITLE_MAX));

const imported = z.object({
  source: oneOf(IMPORT_SOURCES),
  title: name.min(1),
  category: oneOf(SOS_CATEGORIES),
  /** It is a day as 2025-11-20, a year as 2025, or empty when it is not known. */
  day: z.union([z.iso.date(), z.string().regex(/^(?:\d{4})?$/)]).default(''),
});

/**
 * It is one text of an export: an article that somebody wrote, or an exchange of which the server makes a draft.
 * `names` are those of its authors and of whom it mentions, so that they can be masked; they are not stored.
 */
export const importInput = z.discriminatedUnion('kind', [
  imported.extend({
    kind: z.literal('article'),
    problem: text,
    solution: text,
    points: z.array(text.check(atMost(IMPORT_POINT_MAX))).max(IMPORT_POINTS_MAX),
  }),
  imported.extend({
    kind: z.literal('thread'),
    names: z.array(name).max(IMPORT_NAMES_MAX),
    /** `author` is a number of the thread: who asked has the author of the first message. */
    messages: z
      .array(z.object({ author: z.number().int().min(0).max(IMPORT_NAMES_MAX), text }))
      .min(IMPORT_MESSAGES_MIN)
      .max(IMPORT_MESSAGES_MAX),
  }),
]);

export type ImportInput = z.input<typeof importInput>;
