import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { addSeatInput, answerInput } from '@guilde/contracts/events/input.ts';
import { denyAnswer, endOf, GIVEN_BEFORE_MS, OFFER_MS } from '@guilde/contracts/events/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import { followRoom } from './conversation.ts';
import { tellSeat } from './notices.ts';
import { type EventRow, eventFor, publishEvent, seatOf } from './queries.ts';
import { eventSeats, events } from './tables.ts';
import { type EventDeps, eventVerb, hostVerb } from './verbs.ts';
import { mayNotBeGiven, mustWait } from './waiting-only.ts';

export type SeatDeps = Omit<EventDeps, 'db'>;
export type PlanDeps = Pick<EventDeps, 'jobs' | 'clock'>;
type Seat = { eventId: string; memberId: string };
type Offer = Seat & { until: number };

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'event.offer': Offer;
  }
}

/**
 * Answers one event, or all that come in its series, of which those that are full are left out.
 * @throws NOT_FOUND, EVENT_FULL, EVENT_WAITING_ONLY, EVENT_OWN, EVENT_ENDED, EVENT_CANCELLED, SEAT_OFFER_EXPIRED.
 */
export const answerEvent = eventVerb(
  async ({ tx, deps, viewer, event }, { state, wholeSeries }: typeof answerInput._output) => {
    await answerOne(tx, deps, viewer, event, state);
    const now = deps.clock.now();
    for (const other of wholeSeries ? await comingOfSeries(tx.orm, event.stored, now) : [])
      await answerOne(tx, deps, viewer, await eventFor(tx.orm, viewer, other, now), state).catch(ignoreFull);
  },
);

function ignoreFull(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

async function answerOne(
  tx: Tx,
  deps: SeatDeps,
  viewer: Viewer,
  event: Awaited<ReturnType<typeof eventFor>>,
  state: (typeof answerInput._output)['state'],
): Promise<void> {
  refuseIf(denyAnswer(event, deps.clock.now()));
  const seat = { eventId: event.id, memberId: viewer.id };
  if (state === 'declined') await declineSeat(tx, deps, seat);
  else if (event.seat?.state !== 'going') await askForSeat(tx, deps, event.stored, seat, state === 'waiting');
}

/** The seat is the member's, or a place in the waiting list. */
async function askForSeat(
  tx: Tx,
  deps: SeatDeps,
  event: EventRow,
  seat: Seat,
  mayWait: boolean,
): Promise<void> {
  const now = deps.clock.now();
  const current = await storedSeat(tx.orm, seat);
  if (current?.state === 'waiting' && current.offeredUntil !== null && current.offeredUntil > now)
    return storeGoing(tx, deps, event, seat);
  if (current?.state === 'waiting' && mayWait) return;
  if (current?.state === 'waiting' && current.offeredUntil !== null) throw new AppError('SEAT_OFFER_EXPIRED');
  const hasToWait = await mustWait(tx.orm, event, seat, now);
  if (!hasToWait && (await takeSeat(tx, event))) return storeGoing(tx, deps, event, seat);
  if (!mayWait) throw noSeat(event, hasToWait);
  await storeSeat(tx, seat, { state: 'waiting', queuedAt: now, answeredAt: now });
  publishEvent(tx, deps, event);
}

/** « Complet » is said only where no seat is free. */
const noSeat = ({ taken, capacity }: EventRow, hasToWait: boolean) =>
  new AppError(hasToWait && taken < capacity ? 'EVENT_WAITING_ONLY' : 'EVENT_FULL');

/** The update is conditional, so that simultaneous answers cannot exceed the capacity. */
async function takeSeat(tx: Tx, { id }: Pick<EventRow, 'id'>): Promise<boolean> {
  const taken = await tx.orm
    .update(events)
    .set({ taken: sql`${events.taken} + 1` })
    .where(and(eq(events.id, id), eq(events.status, 'published'), lt(events.taken, events.capacity)))
    .returning({ id: events.id });
  return taken.length > 0;
}

async function storeGoing(tx: Tx, deps: SeatDeps, event: EventRow, seat: Seat): Promise<void> {
  await storeSeat(tx, seat, { state: 'going', queuedAt: null, answeredAt: deps.clock.now() });
  await followRoom(tx, deps, event.id);
  publishEvent(tx, deps, event);
}

async function storeSeat(
  tx: Tx,
  seat: Seat,
  values: Pick<typeof eventSeats.$inferInsert, 'state' | 'queuedAt' | 'answeredAt'>,
): Promise<void> {
  const set = { ...values, offeredUntil: null, confirmedAt: null };
  await tx.orm
    .insert(eventSeats)
    .values({ ...seat, ...set })
    .onConflictDoUpdate({ target: [eventSeats.eventId, eventSeats.memberId], set });
}

async function storedSeat(queries: Queries, seat: Seat) {
  const [stored] = await queries.select().from(eventSeats).where(seatOf(seat));
  return stored;
}

/** The freed seat goes to the next who waits. A member without a seat declines too. */
export async function declineSeat(tx: Tx, deps: SeatDeps, seat: Seat): Promise<void> {
  const current = await storedSeat(tx.orm, seat);
  if (current?.isCohost || current?.state === 'declined') return;
  await storeSeat(tx, seat, { state: 'declined', queuedAt: null, answeredAt: deps.clock.now() });
  const hadSeat = current?.state === 'going' || (current?.offeredUntil ?? null) !== null;
  const event = await storedEvent(tx.orm, seat.eventId);
  if (hadSeat) await freeSeat(tx, deps, event);
  await followRoom(tx, deps, event.id);
  publishEvent(tx, deps, event);
}

async function freeSeat(tx: Tx, deps: SeatDeps, event: EventRow): Promise<void> {
  await tx.orm
    .update(events)
    .set({ taken: sql`${events.taken} - 1` })
    .where(eq(events.id, event.id));
  await fillSeats(tx, deps, event);
}

/** Throws NOT_FOUND. */
export async function storedEvent(queries: Queries, id: string): Promise<EventRow> {
  const [event] = await queries.select().from(events).where(eq(events.id, id));
  if (!event) throw new AppError('NOT_FOUND');
  return event;
}

/** Gives free seats to those who wait, in their order; in the last hours it offers them for half an hour. */
export async function fillSeats(tx: Tx, deps: SeatDeps, event: EventRow): Promise<void> {
  const now = deps.clock.now();
  if (event.status !== 'published' || now >= endOf(event)) return;
  const waiting = await tx.orm
    .select({ memberId: eventSeats.memberId })
    .from(eventSeats)
    .where(
      and(eq(eventSeats.eventId, event.id), eq(eventSeats.state, 'waiting'), isNull(eventSeats.offeredUntil)),
    )
    .orderBy(asc(eventSeats.queuedAt), asc(eventSeats.memberId));
  for (const { memberId } of waiting) {
    const seat = { eventId: event.id, memberId };
    if (await mustWait(tx.orm, event, seat, now)) continue;
    if (!(await takeSeat(tx, event))) return;
    if (now < event.startsAt - GIVEN_BEFORE_MS) {
      await storeGoing(tx, deps, event, seat);
      await tellSeat(tx, deps, { ...seat, what: 'promoted' });
    } else await offerSeat(tx, deps, seat, now + OFFER_MS);
  }
}

async function offerSeat(tx: Tx, deps: SeatDeps, seat: Seat, until: number): Promise<void> {
  await tx.orm.update(eventSeats).set({ offeredUntil: until }).where(seatOf(seat));
  await planOffer(tx, deps, { ...seat, until });
  await tellSeat(tx, deps, { ...seat, what: 'offered' });
}

export function planOffer(tx: Tx, { jobs, clock }: PlanDeps, offer: Offer): Promise<void> {
  return jobs.enqueue(tx, 'event.offer', offer, { delay: Math.max(0, offer.until - clock.now()) });
}

/** An offer that nobody took goes on to the next; who let it pass has declined. */
export function endOffer(deps: EventDeps, { until, ...seat }: Offer): Promise<void> {
  return deps.db.write(async (tx) => {
    const current = await storedSeat(tx.orm, seat);
    if (current?.state === 'waiting' && current.offeredUntil === until) await declineSeat(tx, deps, seat);
  });
}

/** The member still comes. Throws NOT_FOUND without a seat. */
export const confirmSeat = eventVerb(async ({ tx, deps, viewer, event }) => {
  const confirmedAt = deps.clock.now();
  refuseIf(denyAnswer(event, confirmedAt));
  if (event.seat?.state !== 'going') throw new AppError('NOT_FOUND');
  const seat = { eventId: event.id, memberId: viewer.id };
  await tx.orm.update(eventSeats).set({ confirmedAt }).where(seatOf(seat));
  publishEvent(tx, deps, event.stored);
});

/** Hosts add somebody beside the waiting list. Throws NOT_FOUND for an invisible member, EVENT_FULL, EVENT_WAITING_ONLY. */
export const addSeat = hostVerb(
  async ({ tx, deps, viewer, event: { stored } }, { memberId, reason }: typeof addSeatInput._output) => {
    const seat = { eventId: stored.id, memberId };
    const current = await storedSeat(tx.orm, seat);
    if (current?.state === 'going' || stored.hostId === memberId) return;
    if (current?.offeredUntil == null) {
      const hasToWait = await mayNotBeGiven(tx.orm, stored, { memberId, giver: viewer }, deps.clock.now());
      if (hasToWait || !(await takeSeat(tx, stored))) throw noSeat(stored, hasToWait);
    }
    await storeGoing(tx, deps, stored, seat);
    await tellSeat(tx, deps, { ...seat, what: 'added', reason });
  },
);

/** Throws NOT_FOUND without a seat. */
export const removeSeat = hostVerb(
  async ({ tx, deps, event }, { memberId, reason }: { memberId: string; reason: string }) => {
    const seat = { eventId: event.id, memberId };
    const current = await storedSeat(tx.orm, seat);
    if (!current || current.state === 'declined' || current.isCohost) throw new AppError('NOT_FOUND');
    await declineSeat(tx, deps, seat);
    await tellSeat(tx, deps, { ...seat, what: 'removed', reason });
  },
);

async function comingOfSeries(queries: Queries, { id, seriesId }: EventRow, now: number): Promise<string[]> {
  if (seriesId === null) return [];
  const rows = await queries
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.seriesId, seriesId), gt(events.startsAt, now), eq(events.status, 'published')))
    .orderBy(asc(events.startsAt));
  return rows.flatMap((row) => (row.id === id ? [] : [row.id]));
}
