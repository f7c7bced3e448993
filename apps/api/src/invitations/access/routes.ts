import { accessCodeParams, accessRequestInput } from '@guilde/contracts/access/input.ts';
import { accessOfferOutput } from '@guilde/contracts/access/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../../platform/deps.ts';
import { body, describe, type Env, limitAddress, params } from '../../platform/http/http.ts';
import type { Limit } from '../../platform/http/rate-limit.ts';
import { askForAccess, openLink } from './links.ts';

const LOOKUPS: Limit = { name: 'access-lookup:address', points: 120, seconds: 600 };
const REQUESTS: Limit = { name: 'access-request:address', points: 5, seconds: 3600 };
const REFUSALS = [
  'ACCESS_LINK_UNKNOWN',
  'ACCESS_LINK_ENDED',
  'ACCESS_LINK_FULL',
  'ACCESS_LINK_REVOKED',
] as const;

/** Whoever has the link of a group asks to be invited (docs/specification.md#access-links). */
export function accessRoutes(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'limits'>) {
  const { db, clock, limits } = deps;
  return new Hono<Env>()
    .get(
      '/:code',
      describe('The group that an access link is for', accessOfferOutput, REFUSALS),
      limitAddress(limits, LOOKUPS),
      params(accessCodeParams),
      async (c) => {
        const { groupName } = await openLink(db.orm, c.req.valid('param').code, clock.now());
        return c.json({ groupName }, 200);
      },
    )
    .post(
      '/:code',
      describe('Asks to be invited; the answer is the same for every address', done, REFUSALS),
      limitAddress(limits, REQUESTS),
      params(accessCodeParams),
      body(accessRequestInput),
      async (c) => {
        await askForAccess(deps, c.req.valid('param').code, c.req.valid('json'));
        return c.json({ ok: true } as const, 200);
      },
    );
}
