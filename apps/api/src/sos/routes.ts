import { createSosInput, feedQuery, sosParams } from '@guilde/contracts/sos-input.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query, viewerOf } from '../platform/http.ts';
import { answerJson } from '../platform/json.ts';
import { listSos } from './feed.ts';
import { joinSos, leaveSos } from './helping.ts';
import { closeSos, createSos, reopenSos, viewSos } from './sos.ts';
import { sosDetail } from './views.ts';

/** `/api/sos`, for members. */
export function sosRoutes(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'limits'>) {
  const limitActs = limitMember(deps.limits, 'sos-act:member');
  return new Hono<Env>()
    .get(
      '/',
      describe('The feed with its filters, urgent first within a day', 'SosPage', ['INVALID_INPUT']),
      query(feedQuery),
      async (c) => answerJson(c, await listSos(deps, viewerOf(c), c.req.valid('query'))),
    )
    .post(
      '/',
      describe('Post an SOS; the same id sent again is the same SOS', 'SosDetail', [
        'INVALID_INPUT',
        'RATE_LIMITED',
      ]),
      limitMember(deps.limits, 'sos:member'),
      body(createSosInput),
      async (c) => c.json(await createSos(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .get('/:sosId', describe('An SOS in full', 'SosDetail', ['NOT_FOUND']), params(sosParams), async (c) =>
      c.json(await sosDetail(deps.db.orm, c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/view',
      describe('Count my look at it, once', '{ viewsCount }', ['NOT_FOUND', 'RATE_LIMITED']),
      limitActs,
      params(sosParams),
      async (c) => c.json(await viewSos(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/join',
      describe('Reply, or take a free seat', 'Conversation', [
        'NOT_FOUND',
        'SOS_OWN',
        'SOS_ENDED',
        'CONVERSATION_FULL',
        'RATE_LIMITED',
      ]),
      limitActs,
      params(sosParams),
      async (c) => c.json(await joinSos(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/leave',
      describe('Give my seat back', '{ ok: true }', [
        'NOT_FOUND',
        'REQUESTER_CANNOT_LEAVE',
        'SOS_ENDED',
        'RATE_LIMITED',
      ]),
      limitActs,
      params(sosParams),
      async (c) => {
        await leaveSos(deps, viewerOf(c), c.req.valid('param').sosId);
        return c.json({ ok: true as const }, 200);
      },
    )
    .post(
      '/:sosId/close',
      describe('End my SOS without a resolution', 'SosDetail', [
        'NOT_FOUND',
        'SOS_NOT_YOURS',
        'SOS_ENDED',
        'RATE_LIMITED',
      ]),
      limitActs,
      params(sosParams),
      async (c) => c.json(await closeSos(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    )
    .post(
      '/:sosId/reopen',
      describe('Take the closing back, within 24 hours', 'SosDetail', [
        'NOT_FOUND',
        'SOS_NOT_YOURS',
        'SOS_NOT_CLOSED',
        'SOS_REOPEN_TOO_LATE',
        'SOS_CLOSED_BY_TEAM',
        'RATE_LIMITED',
      ]),
      limitActs,
      params(sosParams),
      async (c) => c.json(await reopenSos(deps, viewerOf(c), c.req.valid('param').sosId), 200),
    );
}
