import { z } from 'zod';
import { atMost, plainText, uuid } from '../validation.ts';
import { RATING_COMMENT_MAX, RATING_DEFAULT } from './rules.ts';

const rating = z.object({
  memberId: uuid,
  rating: z
    .number()
    .int()
    .min(1, 'Évaluation requise')
    .max(5, 'La note va de 1 à 5.')
    .default(RATING_DEFAULT),
  comment: plainText.trim().check(atMost(RATING_COMMENT_MAX)).default(''),
});

/** One request has a rating for each active helper. */
export const resolveInput = z.object({
  ratings: z.array(rating).max(20).default([]),
});

export type RatingInput = z.output<typeof rating>;
