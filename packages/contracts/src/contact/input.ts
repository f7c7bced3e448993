import { z } from 'zod';
import { DATA_RIGHTS } from '../account/rules.ts';
import {
  atMost,
  mailableAddress,
  oneOf,
  plainText,
  requiredLine,
  requiredText,
  uuid,
} from '../validation.ts';
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX, CONTACT_SUBJECT_MAX } from './rules.ts';

/**
 * The client makes the id, so that sending twice stores one message. `right` is what the writer asks about
 * the own data, else null. `homepage` is hidden, so that only machines fill it in.
 */
export const contactInput = z.object({
  id: uuid,
  name: requiredLine(CONTACT_NAME_MAX),
  email: mailableAddress,
  subject: requiredLine(CONTACT_SUBJECT_MAX),
  message: requiredText(CONTACT_MESSAGE_MAX),
  right: oneOf(DATA_RIGHTS).nullable().default(null),
  homepage: plainText.check(atMost(CONTACT_MESSAGE_MAX)).default(''),
});
