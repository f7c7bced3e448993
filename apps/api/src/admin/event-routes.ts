import { adminEventPageOutput } from '@guilde/contracts/admin/event-output.ts';
import { adminEventsQuery } from '@guilde/contracts/admin/input.ts';
import { eventParams } from '@guilde/contracts/events/input.ts';
import { eventDetailOutput } from '@guilde/contracts/events/output.ts';
import { Hono } from 'hono';
import { eventDetail } from '../events/queries.ts';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, query, viewerOf } from '../platform/http/http.ts';
import { approve, cancel, giveToAnother, listAllEvents } from './events.ts';

/** The team has them also while the feature is switched off. */
export function allEventsRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/',
      describe('Events: the next first, of past and cancelled ones the latest', adminEventPageOutput),
      query(adminEventsQuery),
      async (c) => c.json(await listAllEvents(deps, viewerOf(c), c.req.valid('query')), 200),
    )
    .get('/:eventId', describe('An event in full', eventDetailOutput), params(eventParams), async (c) =>
      c.json(await eventDetail(deps, viewerOf(c), c.req.valid('param').eventId), 200),
    )
    .post('/:eventId/approve', ...approve.handlers(deps))
    .post('/:eventId/cancel', ...cancel.handlers(deps))
    .post('/:eventId/hand-over', ...giveToAnother.handlers(deps));
}
