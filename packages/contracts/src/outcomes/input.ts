import { z } from 'zod';
import { atMost, oneOf, plainText } from '../validation.ts';
import { OUTCOME_ANSWERS, OUTCOME_COMMENT_MAX, SAVED_MAX, SAVED_UNITS } from './rules.ts';

const token = z.string().min(1).check(atMost(200));
const answer = oneOf(OUTCOME_ANSWERS, 'Choisis une réponse.');

/** The token is part of a link in a mail or a notification. */
export const outcomeLinkInput = z.object({ token });

export const outcomeLinkAnswerInput = outcomeLinkInput.extend({ answer });

export const outcomeAnswerInput = z.object({ answer });

const details = {
  comment: plainText.trim().check(atMost(OUTCOME_COMMENT_MAX)).default(''),
  saved: z
    .object({
      amount: z
        .number('Indique un nombre.')
        .int('Indique un nombre entier.')
        .min(1, 'Indique un nombre positif.')
        .max(SAVED_MAX, 'Indique un million au plus.'),
      unit: oneOf(SAVED_UNITS),
    })
    .nullable()
    .default(null),
};

/** `token` comes from the answer and works once. */
export const outcomeDetailsInput = z.object({ token, ...details });
