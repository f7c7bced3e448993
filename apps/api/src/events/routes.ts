import type { ErrorCode } from '@guilde/contracts/errors.ts';
import { AppError } from '@guilde/contracts/errors.ts';
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
  seatReasonInput,
  usefulInput,
} from '@guilde/contracts/events/input.ts';
import { eventDetailOutput, eventPageOutput } from '@guilde/contracts/events/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  limitMember,
  params,
  query,
  refusing,
  viewerOf,
} from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { markAttendance, sayUseful } from './attendance.ts';
import { cancelHosted, changeEvent, createEvent, hostedEvent } from './events.ts';
import { chooseCohosts } from './hosts.ts';
import { eventDetail, listEvents } from './queries.ts';
import { addSeat, answerEvent, confirmSeat, removeSeat } from './seats.ts';

const PROPOSALS: Limit = { name: 'events:member', points: 20, seconds: 3600 };
const ANSWERS: Limit = { name: 'event-answers:member', points: 10, seconds: 60 };
const HOST_ACTS: Limit = { name: 'event-acts:member', points: 60, seconds: 600 };

/** Nothing of the feature is found until the team switches it on. */
export function eventsOnly({ db }: Pick<Deps, 'db'>) {
  return refusing(['NOT_FOUND'], async (_c, next) => {
    if (!(await communitySettingsOf(db.orm)).events) throw new AppError('NOT_FOUND');
    await next();
  });
}

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

const HOSTED: ErrorCode[] = ['NOT_FOUND', 'EVENT_ENDED', 'EVENT_CANCELLED'];

export function eventAnswerRoutes(deps: Deps) {
  const limitAnswers = limitMember(deps.limits, ANSWERS);
  return new Hono<Env>()
    .post(
      '/:eventId/answer',
      describe('Come, wait for a seat, or give mine back', eventDetailOutput, [
        ...HOSTED,
        'EVENT_FULL',
        'EVENT_OWN',
        'SEAT_OFFER_EXPIRED',
      ]),
      limitAnswers,
      params(eventParams),
      body(answerInput),
      async (c) =>
        c.json(await answerEvent(deps, viewerOf(c), c.req.valid('param').eventId, c.req.valid('json')), 200),
    )
    .post(
      '/:eventId/confirm',
      describe('I still come', eventDetailOutput, [...HOSTED, 'EVENT_OWN']),
      limitAnswers,
      params(eventParams),
      async (c) => c.json(await confirmSeat(deps, viewerOf(c), c.req.valid('param').eventId), 200),
    )
    .post(
      '/:eventId/useful',
      describe('Say whether it was useful; hosts see sums only', eventDetailOutput, [
        'NOT_FOUND',
        'EVENT_NOT_STARTED',
      ]),
      limitAnswers,
      params(eventParams),
      body(usefulInput),
      async (c) =>
        c.json(
          await sayUseful(deps, viewerOf(c), c.req.valid('param').eventId, c.req.valid('json').useful),
          200,
        ),
    );
}

export function eventHostRoutes(deps: Deps) {
  const limitActs = limitMember(deps.limits, HOST_ACTS);
  return new Hono<Env>()
    .put(
      '/:eventId',
      describe('Change my event; another hour or place asks who comes again', eventDetailOutput, [
        ...HOSTED,
        'EVENT_TIME_INVALID',
        'EVENT_CAPACITY_TAKEN',
      ]),
      limitActs,
      params(eventParams),
      body(changeEventInput),
      async (c) =>
        c.json(await changeEvent(deps, viewerOf(c), c.req.valid('param').eventId, c.req.valid('json')), 200),
    )
    .post(
      '/:eventId/cancel',
      describe('Cancel my event, or its coming series, with a reason', eventDetailOutput, HOSTED),
      limitActs,
      params(eventParams),
      body(cancelEventInput),
      async (c) =>
        c.json(await cancelHosted(deps, viewerOf(c), c.req.valid('param').eventId, c.req.valid('json')), 200),
    )
    .put(
      '/:eventId/cohosts',
      describe('Choose the cohosts of my event', eventDetailOutput, ['NOT_FOUND']),
      limitActs,
      params(eventParams),
      body(cohostsInput),
      async (c) =>
        c.json(
          await chooseCohosts(deps, viewerOf(c), c.req.valid('param').eventId, c.req.valid('json').memberIds),
          200,
        ),
    )
    .post(
      '/:eventId/seats',
      describe('Give a member a seat of my event, with a reason', eventDetailOutput, [
        ...HOSTED,
        'EVENT_FULL',
      ]),
      limitActs,
      params(eventParams),
      body(addSeatInput),
      async (c) => {
        const { eventId } = c.req.valid('param');
        const { memberId, reason } = c.req.valid('json');
        await deps.db.write(async (tx) => {
          const { stored } = await hostedEvent(tx.orm, viewerOf(c), eventId, deps.clock.now());
          await addSeat(tx, deps, stored, memberId, reason);
        });
        return c.json(await eventDetail(deps, viewerOf(c), eventId), 200);
      },
    )
    .post(
      '/:eventId/seats/:memberId/remove',
      describe('Take a seat of my event back, with a reason', eventDetailOutput, HOSTED),
      limitActs,
      params(eventMemberParams),
      body(seatReasonInput),
      async (c) => {
        const { eventId, memberId } = c.req.valid('param');
        const { reason } = c.req.valid('json');
        await deps.db.write(async (tx) => {
          const { stored } = await hostedEvent(tx.orm, viewerOf(c), eventId, deps.clock.now());
          await removeSeat(tx, deps, stored, memberId, reason);
        });
        return c.json(await eventDetail(deps, viewerOf(c), eventId), 200);
      },
    )
    .post(
      '/:eventId/attendance',
      describe('Say who came to my event, for a week', eventDetailOutput, [
        'NOT_FOUND',
        'EVENT_NOT_STARTED',
        'EVENT_ENDED',
        'EVENT_CANCELLED',
      ]),
      limitActs,
      params(eventParams),
      body(attendanceInput),
      async (c) =>
        c.json(
          await markAttendance(deps, viewerOf(c), c.req.valid('param').eventId, c.req.valid('json')),
          200,
        ),
    );
}
