import type { z } from 'zod';
import type { rightRequestOutput } from './output.ts';

export type RightRequest = z.infer<typeof rightRequestOutput>;
export type ContactStatus = 'pending' | 'in_progress' | 'resolved';

export const CONTACT_NAME_MAX = 120;
export const CONTACT_EMAIL_MAX = 254;
export const CONTACT_SUBJECT_MAX = 150;
export const CONTACT_MESSAGE_MAX = 5000;
/** The hours are working hours (docs/specification.md#contact). */
export const CONTACT_ANSWER_HOURS = 24;
