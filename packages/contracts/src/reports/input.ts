import { z } from 'zod';
import { atMost, isVisible, oneOf, plainText, uuid } from '../validation.ts';
import { ALL_REASONS, REPORT_DESCRIPTION_MAX } from './rules.ts';

/** See docs/specification.md#reports. */
const INCOMPLETE = 'Veuillez remplir tous les champs';

/** The client makes the id, so that sending twice makes one report. */
export const reportTextInput = z.object({
  id: uuid,
  reason: oneOf(ALL_REASONS, INCOMPLETE),
  description: plainText
    .trim()
    .min(1, INCOMPLETE)
    .check(atMost(REPORT_DESCRIPTION_MAX))
    .refine(isVisible, INCOMPLETE),
});

export const reportInput = reportTextInput.extend({ reportedUserId: uuid });
export const messageReportInput = reportTextInput.extend({ messageId: uuid });
export const eventReportInput = reportTextInput.extend({ eventId: uuid });
export const dealReportInput = reportTextInput.extend({ dealId: uuid });
export const ratingReportInput = reportTextInput.extend({ ratingId: uuid });
