import { z } from 'zod';
import { atMost, mailableAddress, plainText, requiredLine, requiredText, uuid } from './validation.ts';

export type ContactStatus = 'pending' | 'in_progress' | 'resolved';

export const CONTACT_NAME_MAX = 120;
export const CONTACT_EMAIL_MAX = 254;
export const CONTACT_SUBJECT_MAX = 150;
export const CONTACT_MESSAGE_MAX = 5000;
/** Working hours within which the team promises an answer (specification, section 9). */
export const CONTACT_ANSWER_HOURS = 24;

/**
 * A message to the team. `id` is made by the sender's client, so that a repeated send is stored once. `homepage` is
 * not shown to people: what fills it in is a machine.
 */
export const contactInput = z.object({
  id: uuid,
  name: requiredLine(CONTACT_NAME_MAX),
  email: mailableAddress,
  subject: requiredLine(CONTACT_SUBJECT_MAX),
  message: requiredText(CONTACT_MESSAGE_MAX),
  homepage: plainText.check(atMost(CONTACT_MESSAGE_MAX)).default(''),
});
