import { memberParams } from '@guilde/contracts/profiles/input.ts';
import { resolveInput } from '@guilde/contracts/ratings/input.ts';
import {
  helperToRateOutput,
  memberStatsOutput,
  resolvedSosOutput,
} from '@guilde/contracts/ratings/output.ts';
import { sosParams } from '@guilde/contracts/sos/input.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, viewerOf } from '../platform/http/http.ts';
import { SOS_ACTS } from '../sos/limits.ts';
import { helpersToRate, resolveSos } from './ratings.ts';
import { shownStats } from './stats.ts';

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
      describe('Resolve my SOS and rate every helper, all together', resolvedSosOutput, [
        'SOS_NOT_YOURS',
        'SOS_ENDED',
        'RATINGS_INCOMPLETE',
        'RATED_NOT_A_HELPER',
      ]),
      limitMember(deps.limits, SOS_ACTS),
      params(sosParams),
      body(resolveInput),
      async (c) => {
        const { sosId } = c.req.valid('param');
        return c.json(await resolveSos(deps, viewerOf(c), sosId, c.req.valid('json')), 200);
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
