import { z } from 'zod';
import { instant } from '../shared-output.ts';

export const fileOutput = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    kind: z.enum(['picture', 'document', 'voice']),
    bytes: z.number(),
    width: z.number().optional(),
    height: z.number().optional(),
    /** The hash is base64; its blurred picture is shown while the file loads. */
    thumbhash: z.string().optional(),
    alt: z.string().optional(),
    seconds: z.number().optional(),
    waveform: z.array(z.number()).optional(),
  })
  .meta({ id: 'FileRef' });

export const uploadOutput = z
  .object({
    id: z.string(),
    parts: z.number(),
    received: z.number(),
    file: fileOutput.nullable(),
  })
  .meta({ id: 'Upload' });

/** The files are sorted by message from the newest; older apps read `hasMore`. */
export const fileListOutput = z
  .object({
    messages: z.array(
      z.object({
        id: z.string(),
        seq: z.number(),
        senderId: z.string().nullable(),
        createdAt: instant,
        files: z.array(fileOutput),
      }),
    ),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'FileList' });
