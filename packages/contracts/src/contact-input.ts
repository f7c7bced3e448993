import { z } from 'zod';
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX, CONTACT_SUBJECT_MAX } from './contact.ts';
import { atMost, mailableAddress, plainText, requiredLine, requiredText, uuid } from './validation.ts';

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
