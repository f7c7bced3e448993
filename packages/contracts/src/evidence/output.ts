import { z } from 'zod';
import { component, instant } from '../shared-output.ts';

export const evidenceOutput = component('Evidence', {
  reason: z.string(),
  askedAt: instant,
  dueAt: instant,
  file: z.object({ name: z.string(), bytes: z.number(), sentAt: instant }).nullable(),
});
