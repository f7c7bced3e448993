import { z } from 'zod';
import { plainLine } from '../text.ts';
import { atMost, decimal, pageCursor, uuid } from '../validation.ts';
import {
  FILE_ALT_MAX,
  FILE_MAX_BYTES,
  FILE_NAME_MAX,
  FILES_PAGE,
  VOICE_BAR_MAX,
  VOICE_BARS,
} from './rules.ts';

/** The client makes `id`, and the same id is the same file, also after an interrupted upload. */
export const fileInput = z.object({
  id: uuid,
  name: z.string().check(atMost(FILE_NAME_MAX)).overwrite(plainLine),
  bytes: z.number().int().min(1, 'Ce fichier est vide.').max(FILE_MAX_BYTES, 'Ce fichier dépasse 15 Mo.'),
  /** A waveform announces a voice message. */
  waveform: z.array(z.number().int().min(0).max(VOICE_BAR_MAX)).length(VOICE_BARS).optional(),
});

/** The ids are own uploads, in the order in which they are shown. */
export function citedFiles(max: number, tooMany: string) {
  return z
    .array(uuid)
    .max(max, tooMany)
    .refine((ids) => new Set(ids).size === ids.length, 'Ajoute chaque fichier une seule fois.');
}

export const fileAltInput = z.object({
  alt: z.string().check(atMost(FILE_ALT_MAX)).overwrite(plainLine).trim(),
});

export const fileParams = z.object({ fileId: uuid });

export const filePartParams = z.object({ fileId: uuid, part: decimal(z.number().int().min(0).max(100)) });

export const conversationFileParams = z.object({
  conversationId: uuid,
  fileId: uuid,
  size: z.enum(['full', 'preview']),
});

export const sosFileParams = z.object({ sosId: uuid, sosFileId: uuid, size: z.enum(['full', 'preview']) });

export const adminFileParams = z.object({
  messageId: uuid,
  fileId: uuid,
  size: z.enum(['full', 'preview']),
});

/** Older apps send `before`, the sequence number of the last message, instead of a cursor. */
export const fileListQuery = z.object({
  cursor: pageCursor,
  before: decimal(z.number().int().positive()).optional(),
  limit: decimal(z.number().int().min(1).max(100)).default(FILES_PAGE),
});
