import { memberParams } from '@guilde/contracts/profiles-input.ts';
import { resolveInput } from '@guilde/contracts/ratings-input.ts';
import { sosParams } from '@guilde/contracts/sos-input.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, viewerOf } from '../platform/http/http.ts';
import { helpersToRate, resolveSos } from './ratings.ts';
import { shownStats } from './stats.ts';

/** `/api/ratings`, for members. */
export function ratingRoutes(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'limits'>) {
  return new Hono<Env>()
    .get(
      '/helpers/:sosId',
      describe('Who helps on my SOS, with what they wrote last', 'HelperToRate[]', ['NOT_FOUND']),
      params(sosParams),
      async (c) => c.json(await helpersToRate(deps.db.orm, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/resolve/:sosId',
      describe('Resolve my SOS and rate every helper, all together', 'ResolvedSos', [
        'NOT_FOUND',
        'INVALID_INPUT',
        'SOS_NOT_YOURS',
        'SOS_ENDED',
        'RATINGS_INCOMPLETE',
        'RATED_NOT_A_HELPER',
        'RATE_LIMITED',
      ]),
      limitMember(deps.limits, 'sos-act:member'),
      params(sosParams),
      body(resolveInput),
      async (c) => {
        const { sosId } = c.req.valid('param');
        return c.json(await resolveSos(deps, viewerOf(c), sosId, c.req.valid('json')), 200);
      },
    )
    .get(
      '/stats/:memberId',
      describe("A member's ratings and resolved SOS", 'MemberStats', ['NOT_FOUND']),
      params(memberParams),
      async (c) => c.json(await shownStats(deps.db.orm, c.req.valid('param').memberId), 200),
    );
}
