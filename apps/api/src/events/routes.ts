import type { ErrorCode } from '@guilde/contracts/errors.ts';
import {
  addSeatInput,
  answerInput,
  attendanceInput,
  cancelEventInput,
  changeEventInput,
  cohostsInput,
  createEventInput,
  eventMemberParams,
  eventParams,
  eventsQuery,
  linkInput,
  seatReasonInput,
  usefulInput,
} from '@guilde/contracts/events/input.ts';
import { eventDetailOutput, eventPageOutput } from '@guilde/contracts/events/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { handlersOf, routesOn } from '../platform/http/handlers.ts';
import { body, describe, type Env, limitMember, params, query, viewerOf } from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { markAttendance, sayUseful } from './attendance.ts';
import { cancelHosted, changeEvent, changeLink, createEvent } from './events.ts';
import { chooseCohosts } from './hosts.ts';
import { eventDetail, listEvents } from './queries.ts';
import { addSeat, answerEvent, confirmSeat, removeSeat } from './seats.ts';

const PROPOSALS: Limit = { name: 'events:member', points: 20, seconds: 3600 };
const ANSWERS: Limit = { name: 'event-answers:member', points: 10, seconds: 60 };
const HOST_ACTS: Limit = { name: 'event-acts:member', points: 60, seconds: 600 };

const HOSTED: ErrorCode[] = ['NOT_FOUND', 'EVENT_ENDED', 'EVENT_CANCELLED'];
const on = routesOn(
  { params: eventParams, answer: eventDetailOutput, refusals: HOSTED },
  ({ eventId }) => eventId,
);

export function eventRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/',
      describe('Coming, own or past events, thirty a page', eventPageOutput),
      query(eventsQuery),
      async (c) => c.json(await listEvents(deps, viewerOf(c), c.req.valid('query')), 200),
    )
    .post(
      '/',
      describe('Propose an event or a series; the same id again is the same', eventDetailOutput, [
        'EVENT_TIME_INVALID',
        'EVENT_ROOMS_EXHAUSTED',
        'EVENTS_EXHAUSTED',
      ]),
      limitMember(deps.limits, PROPOSALS),
      body(createEventInput),
      async (c) => c.json(await createEvent(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .get(
      '/:eventId',
      describe('An event', eventDetailOutput, ['NOT_FOUND']),
      params(eventParams),
      async (c) => c.json(await eventDetail(deps, viewerOf(c), c.req.valid('param').eventId), 200),
    );
}

export function eventAnswerRoutes(deps: Deps) {
  const answer = on(deps, ANSWERS);
  return new Hono<Env>()
    .post(
      '/:eventId/answer',
      ...answer('Come, wait for a seat, or give mine back', answerEvent, answerInput, [
        ...HOSTED,
        'EVENT_FULL',
        'EVENT_WAITING_ONLY',
        'EVENT_OWN',
        'SEAT_OFFER_EXPIRED',
      ]),
    )
    .post('/:eventId/confirm', ...answer('I still come', confirmSeat, undefined, [...HOSTED, 'EVENT_OWN']))
    .post(
      '/:eventId/useful',
      ...answer('Say whether it was useful; hosts see sums only', sayUseful, usefulInput, [
        'NOT_FOUND',
        'EVENT_NOT_STARTED',
      ]),
    );
}

export function eventHostRoutes(deps: Deps) {
  const act = on(deps, HOST_ACTS);
  return new Hono<Env>()
    .put(
      '/:eventId',
      ...act('Change my event; another hour or place asks who comes again', changeEvent, changeEventInput, [
        ...HOSTED,
        'EVENT_RUNNING',
        'EVENT_TIME_INVALID',
        'EVENT_CAPACITY_TAKEN',
      ]),
    )
    .put(
      '/:eventId/link',
      ...act('Replace the link of my event’s call, until its end', changeLink, linkInput),
    )
    .post(
      '/:eventId/cancel',
      ...act('Cancel my event, or its coming series, with a reason', cancelHosted, cancelEventInput),
    )
    .put(
      '/:eventId/cohosts',
      ...act('Choose the cohosts of my event', chooseCohosts, cohostsInput, [
        'NOT_FOUND',
        'EVENT_WAITING_ONLY',
      ]),
    )
    .post(
      '/:eventId/seats',
      ...act('Give a member a seat of my event, with a reason', addSeat, addSeatInput, [
        ...HOSTED,
        'EVENT_FULL',
        'EVENT_WAITING_ONLY',
      ]),
    )
    .post(
      '/:eventId/seats/:memberId/remove',
      ...handlersOf(
        {
          ...{ summary: 'Take a seat of my event back, with a reason', answer: eventDetailOutput },
          ...{ refusals: HOSTED, params: eventMemberParams, input: seatReasonInput },
        },
        [limitMember(deps.limits, HOST_ACTS)],
        (viewer, { eventId, memberId }, { reason }) =>
          removeSeat(deps, viewer, eventId, { memberId, reason }),
      ),
    )
    .post(
      '/:eventId/attendance',
      ...act('Say who came to my event, for a week', markAttendance, attendanceInput, [
        'EVENT_NOT_STARTED',
        ...HOSTED,
      ]),
    );
}
