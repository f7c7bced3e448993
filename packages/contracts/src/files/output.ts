import { z } from 'zod';
import { component, instant } from '../shared-output.ts';

export const fileOutput = component('FileRef', {
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
});

export const uploadOutput = component('Upload', {
  id: z.string(),
  parts: z.number(),
  received: z.number(),
  file: fileOutput.nullable(),
});

/** The files are sorted by message from the newest; older apps read `hasMore`. */
export const fileListOutput = component('FileList', {
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
});
