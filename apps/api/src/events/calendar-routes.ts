import { calendarParams, eventParams, leaveInput } from '@guilde/contracts/events/input.ts';
import { calendarLinkOutput, leftEventOutput } from '@guilde/contracts/events/output.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  file,
  limitAddress,
  limitMember,
  params,
  viewerOf,
} from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { calendarOf } from './calendar.ts';
import { calendarLinkOf, readFeed, renewCalendarLink, revokeCalendarLink } from './calendar-links.ts';
import { leaveByLink } from './leaving.ts';
import { eventFor } from './queries.ts';

const LINKS: Limit = { name: 'calendar-link:member', points: 20, seconds: 3600 };
const LEAVES: Limit = { name: 'event-leave:address', points: 60, seconds: 600 };
const TYPE = 'text/calendar; charset=utf-8';
const SUFFIX = '.ics';
const FEED = { ...file('text/calendar'), 304: { description: 'As it was' } };

/** Calendar programs have no session: the address is the secret. */
export function calendarRoutes(deps: Deps) {
  return new Hono<Env>().get(
    '/:token',
    describe('One’s own events, for a calendar program', FEED, ['CALENDAR_LINK_REVOKED']),
    params(calendarParams),
    etag(),
    async (c) => {
      const token = c.req.valid('param').token.slice(0, -SUFFIX.length);
      const headers = { 'Content-Type': TYPE, 'Cache-Control': 'private, max-age=900' };
      return c.body(await readFeed(deps, token), 200, headers);
    },
  );
}

export function calendarLinkRoutes(deps: Deps) {
  const limitLinks = limitMember(deps.limits, LINKS);
  return new Hono<Env>()
    .get('/', describe('Whether my calendar has an address', calendarLinkOutput), async (c) =>
      c.json(await calendarLinkOf(deps, viewerOf(c)), 200),
    )
    .post(
      '/',
      describe('Make the address of my calendar, or another one; it is shown once', calendarLinkOutput),
      limitLinks,
      async (c) => c.json(await renewCalendarLink(deps, viewerOf(c)), 200),
    )
    .delete('/', describe('Take the address of my calendar back', done), limitLinks, async (c) => {
      await revokeCalendarLink(deps, viewerOf(c));
      return c.json({ ok: true } as const, 200);
    });
}

export function eventCalendarRoutes(deps: Deps) {
  return new Hono<Env>().get(
    '/:eventId/calendar.ics',
    describe('An event, for a calendar program', file('text/calendar'), ['NOT_FOUND']),
    params(eventParams),
    async (c) => {
      const { eventId } = c.req.valid('param');
      const { stored, seat } = await eventFor(deps.db.orm, viewerOf(c), eventId, deps.clock.now());
      const entry = { event: stored, isWaiting: seat?.state === 'waiting' };
      return c.body(calendarOf(deps.config, [entry]), 200, {
        'Content-Type': TYPE,
        'Content-Disposition': 'attachment; filename="evenement.ics"',
      });
    },
  );
}

/** The holder of a mail's link needs no session. The token comes in the body, so that no log has it. */
export function leaveRoutes(deps: Deps) {
  return new Hono<Env>().post(
    '/leave',
    describe('Give a seat back with the link of a mail, once', leftEventOutput, ['EVENT_LINK_INVALID']),
    limitAddress(deps.limits, LEAVES),
    body(leaveInput),
    async (c) => c.json(await leaveByLink(deps, c.req.valid('json').token), 200),
  );
}
