import { helpRequestInput } from '@guilde/contracts/help-requests-input.ts';
import { memberParams } from '@guilde/contracts/profiles-input.ts';
import { createSosInput, feedQuery, sosParams } from '@guilde/contracts/sos-input.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query, viewerOf } from '../platform/http/http.ts';
import { answerJson } from '../platform/http/json.ts';
import { listSos } from './feed.ts';
import { askableSos, requestHelp, viewedSos } from './help-requests.ts';
import { joinSos, leaveSos } from './helping.ts';
import { closeSos, createSos, reopenSos, viewSos } from './sos.ts';

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
    .get('/:sosId', describe('An SOS in full', 'ViewedSos', ['NOT_FOUND']), params(sosParams), async (c) =>
      c.json(await viewedSos(deps.db.orm, viewerOf(c), c.req.valid('param').sosId), 200),
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
      '/:sosId/help-requests',
      describe('Invite a member to help on my SOS; the same again is the same', 'AskableSos', [
        'INVALID_INPUT',
        'NOT_FOUND',
        'SOS_OWN',
        'SOS_ENDED',
        'ALREADY_HELPING',
        'CONVERSATION_FULL',
        'HELP_REQUESTS_EXHAUSTED',
        'RATE_LIMITED',
      ]),
      limitMember(deps.limits, 'help-requests:member'),
      params(sosParams),
      body(helpRequestInput),
      async (c) => {
        const { sosId } = c.req.valid('param');
        return c.json(await requestHelp(deps, viewerOf(c), sosId, c.req.valid('json').memberId), 200);
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

/** `/api/members/:memberId/askable-sos`: on which of one's own SOS somebody could help. */
export function askableSosRoutes(deps: Pick<Deps, 'db'>) {
  return new Hono<Env>().get(
    '/:memberId/askable-sos',
    describe('My SOS on which a member could help, and to which I have invited them', 'AskableSos[]', [
      'NOT_FOUND',
    ]),
    params(memberParams),
    async (c) => c.json(await askableSos(deps, viewerOf(c), c.req.valid('param').memberId), 200),
  );
}
