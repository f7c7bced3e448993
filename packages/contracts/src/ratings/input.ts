import { z } from 'zod';
import { atMost, pageCursor, plainText, requiredText, uuid } from '../validation.ts';
import { RATING_COMMENT_MAX, RATING_DEFAULT, RATING_REPLY_MAX } from './rules.ts';

const stars = z.number().int().min(1, 'Évaluation requise').max(5, 'La note va de 1 à 5.');
const comment = plainText.trim().check(atMost(RATING_COMMENT_MAX));

const rating = z.object({
  memberId: uuid,
  rating: stars.default(RATING_DEFAULT),
  comment: comment.default(''),
});

/** Both are sent, as they are now. */
export const correctionInput = z.object({ rating: stars, comment });

export const replyInput = z.object({ text: requiredText(RATING_REPLY_MAX) });

export const ratingParams = z.object({ ratingId: uuid });

export const receivedInput = z.object({ cursor: pageCursor });

/** One request has a rating for each active helper. */
export const resolveInput = z.object({
  ratings: z.array(rating).max(20).default([]),
});

/** It names the resolution, so that a request that is sent again does not undo the next one. */
export const undoResolutionInput = z.object({ resolvedAt: z.iso.datetime() });

export type RatingInput = z.output<typeof rating>;
