import type { ErrorCode } from '@guilde/contracts/errors.ts';
import { memberParams } from '@guilde/contracts/profiles/input.ts';
import {
  correctionInput,
  ratingParams,
  receivedInput,
  replyInput,
  resolveInput,
  undoResolutionInput,
} from '@guilde/contracts/ratings/input.ts';
import {
  givenRatingOutput,
  helperToRateOutput,
  memberStatsOutput,
  receivedRatingOutput,
  receivedRatingsOutput,
  resolvedSosOutput,
} from '@guilde/contracts/ratings/output.ts';
import { sosParams } from '@guilde/contracts/sos/input.ts';
import { sosDetailOutput } from '@guilde/contracts/sos/output.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query, viewerOf } from '../platform/http/http.ts';
import { SOS_ACTS } from '../sos/limits.ts';
import { helpersToRate, resolveSos, undoOwnResolution } from './ratings.ts';
import { shownStats } from './stats.ts';
import { correctRating, givenRatings, receivedRatings, replyToRating } from './words.ts';

const RESOLUTIONS: ErrorCode[] = ['SOS_NOT_YOURS', 'SOS_ENDED', 'RATINGS_INCOMPLETE', 'RATED_NOT_A_HELPER'];
const CORRECTIONS: ErrorCode[] = ['NOT_FOUND', 'RATING_REMOVED', 'RATING_CORRECTION_LATE'];
const REPLIES: ErrorCode[] = ['NOT_FOUND', 'RATING_REMOVED', 'RATING_WITHOUT_COMMENT', 'RATING_REPLIED'];

export function ratingRoutes(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'limits'>) {
  return new Hono<Env>()
    .get(
      '/helpers/:sosId',
      describe('Who helps on my SOS, with what they wrote last', z.array(helperToRateOutput)),
      params(sosParams),
      async (c) => c.json(await helpersToRate(deps.db.orm, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/resolve/:sosId',
      describe('Resolve my SOS and rate every helper, all together', resolvedSosOutput, RESOLUTIONS),
      limitMember(deps.limits, SOS_ACTS),
      params(sosParams),
      body(resolveInput),
      async (c) => {
        const { sosId } = c.req.valid('param');
        return c.json(await resolveSos(deps, viewerOf(c), sosId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/undo/:sosId',
      describe('Undo my resolution within 10 minutes; the same again changes nothing', sosDetailOutput, [
        'SOS_NOT_YOURS',
        'RESOLUTION_SETTLED',
      ]),
      limitMember(deps.limits, SOS_ACTS),
      params(sosParams),
      body(undoResolutionInput),
      async (c) => {
        const { sosId } = c.req.valid('param');
        return c.json(await undoOwnResolution(deps, viewerOf(c), sosId, c.req.valid('json')), 200);
      },
    )
    .get(
      '/given/:sosId',
      describe('How I rated who helped on my SOS, with their answers', z.array(givenRatingOutput)),
      params(sosParams),
      async (c) => c.json(await givenRatings(deps.db.orm, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .put(
      '/corrections/:ratingId',
      describe('Correct a rating within 48 hours', givenRatingOutput, CORRECTIONS),
      limitMember(deps.limits, SOS_ACTS),
      params(ratingParams),
      body(correctionInput),
      async (c) => {
        const { ratingId } = c.req.valid('param');
        return c.json(await correctRating(deps, viewerOf(c), ratingId, c.req.valid('json')), 200);
      },
    )
    .get(
      '/received',
      describe('The ratings that I received, from the newest', receivedRatingsOutput),
      query(receivedInput),
      async (c) => c.json(await receivedRatings(deps.db.orm, viewerOf(c), c.req.valid('query').cursor), 200),
    )
    .put(
      '/received/:ratingId/reply',
      describe('Answer the comment of a rating, once', receivedRatingOutput, REPLIES),
      limitMember(deps.limits, SOS_ACTS),
      params(ratingParams),
      body(replyInput),
      async (c) => {
        const { ratingId } = c.req.valid('param');
        return c.json(await replyToRating(deps, viewerOf(c), ratingId, c.req.valid('json').text), 200);
      },
    )
    .get(
      '/stats/:memberId',
      describe(
        "A member's resolved SOS and ratings; of others, ratings published five at a time",
        memberStatsOutput,
      ),
      params(memberParams),
      async (c) => c.json(await shownStats(deps.db.orm, viewerOf(c), c.req.valid('param').memberId), 200),
    );
}
