import { randomBytes, randomUUID } from 'node:crypto';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import {
  type cancelEventInput,
  type changeEventInput,
  type createEventInput,
  kindFaults,
  type linkInput,
} from '@guilde/contracts/events/input.ts';
import {
  denyChange,
  EVENT_AHEAD_DAYS,
  EVENT_AHEAD_HOURS,
  EVENTS_PER_DAY_MAX,
  EVENTS_PER_MEMBER_MAX,
  type EventDetail,
  endOf,
  OPEN_ROOMS_MAX,
  occurrences,
} from '@guilde/contracts/events/rules.ts';
import { instantOf } from '@guilde/contracts/events/time.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, gt, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { emitWebhook } from '../webhooks/emit.ts';
import { followRoom } from './conversation.ts';
import { type SeatNews, tellChanged, tellSeat } from './notices.ts';
import { type EventRow, eventDetail, eventFor, publishEvent } from './queries.ts';
import { scheduleEvent } from './schedule.ts';
import { fillSeats, type SeatDeps, storedEvent } from './seats.ts';
import { eventSeats, events } from './tables.ts';
import { type EventDeps, hostVerb } from './verbs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A series counts as one, for its host and for the community. */
const proposals = sql<number>`count(distinct ifnull(${events.seriesId}, ${events.id}))`;

type NewEvent = typeof createEventInput._output;

/**
 * Makes one event, or one row for each occurrence of a series, whose first has the id of the input; the same
 * id again is the same event. A workshop of a member waits for the team.
 * @throws EVENT_TIME_INVALID, EVENT_ROOMS_EXHAUSTED, EVENTS_EXHAUSTED.
 */
export async function createEvent(deps: EventDeps, viewer: Viewer, input: NewEvent): Promise<EventDetail> {
  await deps.db.write(async (tx) => {
    const [stored] = await tx.orm.select().from(events).where(eq(events.id, input.id));
    if (stored) return;
    await refuseTooMany(tx.orm, deps, viewer, input.kind);
    const { kind, repeat, times, id: firstId, ...fields } = input;
    const now = deps.clock.now();
    const locals = occurrences(input.localStart, repeat, times);
    const starts = locals.map((local) => startOf(local, input.timeZone, now));
    for (const [index, localStart] of locals.entries()) {
      const row = {
        ...fields,
        kind,
        localStart,
        id: index === 0 ? firstId : randomUUID(),
        hostId: viewer.id,
        startsAt: starts[index] ?? now,
        link: fields.link || madeLink(deps, kind),
        status:
          kind === 'workshop' && viewer.role === 'member' ? ('proposed' as const) : ('published' as const),
        seriesId: locals.length > 1 ? firstId : null,
        createdAt: now,
        updatedAt: now,
      };
      const [event] = await tx.orm.insert(events).values(row).returning();
      if (event?.status === 'published') await publish(tx, deps, event);
      else await publishModeration(tx, deps, 'events');
    }
  });
  return eventDetail(deps, viewer, input.id);
}

async function publish(tx: Tx, deps: EventDeps, event: EventRow): Promise<void> {
  await scheduleEvent(tx, deps, event);
  await emitWebhook(tx, deps, 'event.published', event.id);
  await followRoom(tx, deps, event.id);
  publishEvent(tx, deps, event);
}

function startOf(local: string, timeZone: string, now: number): number {
  const startsAt = instantOf(local, timeZone);
  const isInTime =
    startsAt !== null &&
    startsAt >= now + EVENT_AHEAD_HOURS * HOUR_MS &&
    startsAt <= now + EVENT_AHEAD_DAYS * DAY_MS;
  if (!isInTime) throw new AppError('EVENT_TIME_INVALID');
  return startsAt;
}

/** 128 random bits that nobody guesses stand where the template says. */
function madeLink({ config }: Pick<Deps, 'config'>, kind: EventRow['kind']): string {
  if (kind === 'meeting' || config.meetingUrlTemplate === undefined) return '';
  return config.meetingUrlTemplate.replace('{room}', randomBytes(16).toString('hex'));
}

async function refuseTooMany(
  queries: Queries,
  { clock }: Pick<Deps, 'clock'>,
  viewer: Viewer,
  kind: EventRow['kind'],
): Promise<void> {
  const count = async (where: SQL | undefined) => {
    const [row] = await queries.select({ proposals }).from(events).where(where);
    return row?.proposals ?? 0;
  };
  const now = clock.now();
  const isOwn = eq(events.hostId, viewer.id);
  const isOpenRoom = and(eq(events.kind, 'room'), ne(events.status, 'cancelled'), gt(events.startsAt, now));
  if (kind === 'room' && (await count(and(isOwn, isOpenRoom))) >= OPEN_ROOMS_MAX)
    throw new AppError('EVENT_ROOMS_EXHAUSTED');
  const isRecent = gt(events.createdAt, now - DAY_MS);
  if (
    (await count(and(isOwn, isRecent))) >= EVENTS_PER_MEMBER_MAX ||
    (await count(isRecent)) >= EVENTS_PER_DAY_MAX
  )
    throw new AppError('EVENTS_EXHAUSTED');
}

/**
 * Another hour or place keeps every seat and asks who comes whether they still do; more seats go to those who
 * wait.
 * @throws NOT_FOUND, EVENT_RUNNING, EVENT_ENDED, EVENT_CANCELLED, EVENT_TIME_INVALID, EVENT_CAPACITY_TAKEN.
 */
export const changeEvent = hostVerb(async ({ tx, deps, event }, input: typeof changeEventInput._output) => {
  const now = deps.clock.now();
  refuseIf(denyChange(event, now));
  const faults = kindFaults(event.kind, input);
  if (Object.keys(faults).length > 0) throw new AppError('INVALID_INPUT', {}, faults);
  if (input.capacity < event.taken) throw new AppError('EVENT_CAPACITY_TAKEN');
  const before = event.stored;
  const isMovedInTime = before.localStart !== input.localStart || before.timeZone !== input.timeZone;
  const isMoved =
    isMovedInTime ||
    before.minutes !== input.minutes ||
    before.city !== input.city ||
    before.address !== input.address;
  const set = {
    ...input,
    link: input.link || before.link,
    startsAt: isMovedInTime ? startOf(input.localStart, input.timeZone, now) : before.startsAt,
    updatedAt: now,
    ...(isMoved ? { revision: before.revision + 1, movedAt: now } : {}),
  };
  await tx.orm.update(events).set(set).where(eq(events.id, event.id));
  const after = { ...before, ...set };
  if (event.status === 'published') await followChange(tx, deps, before, after);
  publishEvent(tx, deps, after);
});

/** Throws NOT_FOUND for who does not host it, EVENT_ENDED, EVENT_CANCELLED. */
export const changeLink = hostVerb(async ({ tx, deps, event }, { link }: typeof linkInput._output) => {
  const now = deps.clock.now();
  const refusal = denyChange(event, now);
  if (refusal !== 'EVENT_RUNNING') refuseIf(refusal);
  await tx.orm.update(events).set({ link, updatedAt: now }).where(eq(events.id, event.id));
  publishEvent(tx, deps, event.stored);
});

async function followChange(tx: Tx, deps: EventDeps, before: EventRow, after: EventRow): Promise<void> {
  const isMoved = before.revision !== after.revision;
  if (isMoved) await scheduleEvent(tx, deps, after);
  if (isMoved) await tellChanged(tx, deps, after.id, before.startsAt);
  await fillSeats(tx, deps, after);
  await followRoom(tx, deps, after.id);
}

/** All who have a seat or wait are told why. Throws EVENT_ENDED, EVENT_CANCELLED. */
export async function cancelEvent(tx: Tx, deps: SeatDeps, event: EventRow, reason: string): Promise<void> {
  const now = deps.clock.now();
  if (event.status === 'cancelled') throw new AppError('EVENT_CANCELLED');
  if (endOf(event) <= now) throw new AppError('EVENT_ENDED');
  const revision = event.revision + 1;
  const set = {
    status: 'cancelled' as const,
    cancelReason: reason,
    revision,
    cancelledAt: now,
    updatedAt: now,
  };
  await tx.orm.update(events).set(set).where(eq(events.id, event.id));
  await tellSeats(tx, deps, event.id, 'cancelled', reason);
  // A proposal that was never approved is known to its host alone, so that nobody else hears of its end.
  publishEvent(tx, deps, event);
}

/** All who have a seat or wait. */
async function tellSeats(tx: Tx, deps: SeatDeps, eventId: string, what: SeatNews, reason?: string) {
  const concerned = await tx.orm
    .select({ memberId: eventSeats.memberId })
    .from(eventSeats)
    .where(and(eq(eventSeats.eventId, eventId), inArray(eventSeats.state, ['going', 'waiting'])));
  const memberIds = concerned.map(({ memberId }) => memberId);
  await tellSeat(tx, deps, { eventId, memberId: memberIds, what, reason });
}

/** It takes place with the seats that it had, and is published if it was proposed. False once it should have begun. */
export async function restoreEvent(tx: Tx, deps: EventDeps, id: string): Promise<boolean> {
  const now = deps.clock.now();
  const [event] = await tx.orm
    .update(events)
    .set({
      ...{ status: 'published', cancelReason: '', cancelledAt: null, updatedAt: now },
      revision: sql`${events.revision} + 1`,
    })
    .where(
      and(
        eq(events.id, id),
        eq(events.status, 'cancelled'),
        isNotNull(events.hostId),
        gt(events.startsAt, now),
      ),
    )
    .returning();
  if (!event) return false;
  await publish(tx, deps, event);
  await fillSeats(tx, deps, event);
  await tellSeats(tx, deps, id, 'restored');
  return true;
}

/** It cancels those events of a series that the member hosts. Throws NOT_FOUND, EVENT_ENDED or EVENT_CANCELLED. */
export const cancelHosted = hostVerb(
  async (
    { tx, deps, viewer, event: { stored } },
    { reason, wholeSeries }: typeof cancelEventInput._output,
  ) => {
    await cancelEvent(tx, deps, stored, reason);
    if (!wholeSeries || stored.seriesId === null) return;
    for (const other of await comingOf(tx.orm, deps, eq(events.seriesId, stored.seriesId))) {
      const { isHost } = await eventFor(tx.orm, viewer, other.id, deps.clock.now());
      if (isHost) await cancelEvent(tx, deps, other, reason);
    }
  },
);

/** Resolves with the coming events that are not cancelled. */
export function comingOf(queries: Queries, { clock }: Pick<Deps, 'clock'>, where: SQL | undefined) {
  return queries
    .select()
    .from(events)
    .where(and(where, ne(events.status, 'cancelled'), gt(events.startsAt, clock.now())))
    .orderBy(asc(events.startsAt));
}

/** The team approves a proposed workshop, with its series. Throws NOT_FOUND. */
export async function approveEvent(tx: Tx, deps: EventDeps, id: string): Promise<void> {
  const { seriesId } = await storedEvent(tx.orm, id);
  const isIt = or(eq(events.id, id), eq(events.seriesId, seriesId ?? ''));
  const now = deps.clock.now();
  const approved = await tx.orm
    .update(events)
    .set({ status: 'published', updatedAt: now })
    .where(and(eq(events.status, 'proposed'), gt(events.startsAt, now), isIt))
    .returning();
  if (approved.length === 0) throw new AppError('NOT_FOUND');
  for (const one of approved) await publish(tx, deps, one);
}
