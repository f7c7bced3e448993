import { incidentParams, incidentVoteInput } from '@guilde/contracts/incidents/input.ts';
import { incidentOutput } from '@guilde/contracts/incidents/output.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, viewerOf } from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { openIncidents, voteOn } from './incidents.ts';

const VOTES: Limit = { name: 'incident-votes:member', points: 30, seconds: 600 };

export function incidentRoutes(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'limits'>) {
  return new Hono<Env>()
    .get('/', describe('Incidents of the tools that I use', z.array(incidentOutput)), async (c) =>
      c.json(await openIncidents(deps, viewerOf(c)), 200),
    )
    .put(
      '/:incidentId/vote',
      describe('Say whether it still fails; the last answer counts', incidentOutput, ['INCIDENT_ENDED']),
      limitMember(deps.limits, VOTES),
      params(incidentParams),
      body(incidentVoteInput),
      async (c) => {
        const { incidentId } = c.req.valid('param');
        return c.json(await voteOn(deps, viewerOf(c), incidentId, c.req.valid('json').answer), 200);
      },
    );
}
