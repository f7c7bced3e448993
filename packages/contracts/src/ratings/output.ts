import { z } from 'zod';
import { memberRefOutput } from '../profiles/output.ts';
import { component, instant, pageOf } from '../shared-output.ts';
import { sosDetailOutput } from '../sos/output.ts';
import { oneOf } from '../validation.ts';
import { WEIGHT_REASONS } from './rules.ts';

export const helperToRateOutput = component('HelperToRate', {
  member: memberRefOutput,
  lastMessage: z.string(),
  /** The messages solved the problem, or are proposed as solutions. */
  solutions: z.array(z.object({ messageId: z.string(), content: z.string(), isConfirmed: z.boolean() })),
});

export const resolvedSosOutput = sosDetailOutput
  .extend({ willBeSummarised: z.boolean() })
  .meta({ id: 'ResolvedSos' });

export const memberStatsOutput = component('MemberStats', {
  averageRating: z.number(),
  totalRatings: z.number(),
  resolvedSOS: z.number(),
  totalResolvedSOS: z.number(),
  /** The member reads here what others see of the ratings; others get nothing. */
  seenByOthers: z.object({ averageRating: z.number(), totalRatings: z.number() }).optional(),
});

const shownRating = z.object({
  id: z.string(),
  rating: z.number(),
  comment: z.string(),
  /** The helper's answer to the comment is an empty text until it is given. */
  reply: z.string(),
  createdAt: instant,
  /** The team removed it: it counts nowhere, and only its giver and the helper still see it. */
  isRemoved: z.boolean(),
});

/** The team reads the latest 20 received ratings that count less in the score that others see, and who gave them. */
export const loweredRatingOutput = z.object({
  id: z.string(),
  giver: memberRefOutput.nullable(),
  percent: z.number(),
  reason: oneOf(WEIGHT_REASONS).nullable(),
  createdAt: instant,
});

export const givenRatingOutput = shownRating
  .extend({ member: memberRefOutput, correctUntil: instant })
  .meta({ id: 'GivenRating' });

export const receivedRatingOutput = shownRating
  .extend({ sos: z.object({ id: z.string(), title: z.string() }), mayReply: z.boolean() })
  .meta({ id: 'ReceivedRating' });

export const receivedRatingsOutput = pageOf(receivedRatingOutput).meta({ id: 'ReceivedRatings' });
