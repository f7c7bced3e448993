import { AppError } from '@guilde/contracts/errors.ts';
import type { cohostsInput } from '@guilde/contracts/events/input.ts';
import { and, asc, eq, gt, ne } from 'drizzle-orm';
import { memberProfile } from '../invitations/member-profile.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import { followRoom } from './conversation.ts';
import { cancelEvent, comingOf } from './events.ts';
import { tellSeat } from './notices.ts';
import { type EventRow, endsAt, publishEvent, seatOf } from './queries.ts';
import { declineSeat, type SeatDeps } from './seats.ts';
import { eventSeats, events } from './tables.ts';
import { hostVerb } from './verbs.ts';
import { mayNotBeGiven } from './waiting-only.ts';

/**
 * Cohosts have a seat that does not count, and only step down themselves.
 * @throws NOT_FOUND for another than the host, or an invisible member; EVENT_WAITING_ONLY.
 */
export const chooseCohosts = hostVerb(
  async ({ tx, deps, viewer, event: { stored } }, { memberIds }: typeof cohostsInput._output) => {
    if (stored.hostId !== viewer.id) {
      if (memberIds.includes(viewer.id)) throw new AppError('NOT_FOUND');
      return endCohost(tx, deps, stored, viewer.id);
    }
    const wanted = new Set(memberIds.filter((memberId) => memberId !== viewer.id));
    const present = await cohostsOf(tx.orm, stored.id);
    for (const memberId of wanted) {
      if (present.includes(memberId)) continue;
      if (await mayNotBeGiven(tx.orm, stored, { memberId, giver: viewer }, deps.clock.now()))
        throw new AppError('EVENT_WAITING_ONLY');
      await addCohost(tx, deps, stored, memberId);
    }
    for (const memberId of present) if (!wanted.has(memberId)) await endCohost(tx, deps, stored, memberId);
    publishEvent(tx, deps, stored);
  },
);

async function cohostsOf(queries: Queries, eventId: string): Promise<string[]> {
  const rows = await queries
    .select({ memberId: eventSeats.memberId })
    .from(eventSeats)
    .where(and(eq(eventSeats.eventId, eventId), eq(eventSeats.isCohost, true)))
    .orderBy(asc(eventSeats.answeredAt), asc(eventSeats.memberId));
  return rows.map(({ memberId }) => memberId);
}

/** A seat that counted is free again. */
async function addCohost(tx: Tx, deps: SeatDeps, event: EventRow, memberId: string): Promise<void> {
  const seat = { eventId: event.id, memberId };
  await declineSeat(tx, deps, seat);
  const set = { state: 'going' as const, isCohost: true, answeredAt: deps.clock.now() };
  await tx.orm.update(eventSeats).set(set).where(seatOf(seat));
  await followRoom(tx, deps, event.id);
  await tellSeat(tx, deps, { ...seat, what: 'handed-over' });
}

async function endCohost(tx: Tx, deps: SeatDeps, event: EventRow, memberId: string): Promise<void> {
  const seat = { eventId: event.id, memberId };
  await tx.orm.delete(eventSeats).where(seatOf(seat));
  await declineSeat(tx, deps, seat);
}

/** The new host gives back a seat that counts. Throws NOT_FOUND for an invisible member. */
export async function handOver(tx: Tx, deps: SeatDeps, event: EventRow, memberId: string): Promise<void> {
  await memberProfile(tx.orm, { id: memberId }, memberId);
  const seat = { eventId: event.id, memberId };
  await declineSeat(tx, deps, seat);
  await tx.orm.delete(eventSeats).where(seatOf(seat));
  const set = { hostId: memberId, updatedAt: deps.clock.now() };
  await tx.orm.update(events).set(set).where(eq(events.id, event.id));
  await followRoom(tx, deps, event.id);
  await tellSeat(tx, deps, { ...seat, what: 'handed-over' });
  publishEvent(tx, deps, { ...event, ...set });
}

/** Who leaves, or whom the team suspends, hosts nothing that comes, and gives every seat back until the end. */
export async function leaveEvents(tx: Tx, deps: SeatDeps, memberId: string, reason: string): Promise<void> {
  await withdrawHost(tx, deps, memberId, reason);
  const seated = await tx.orm
    .select({ event: events, isCohost: eventSeats.isCohost })
    .from(eventSeats)
    .innerJoin(events, eq(events.id, eventSeats.eventId))
    .where(
      and(eq(eventSeats.memberId, memberId), ne(eventSeats.state, 'declined'), gt(endsAt, deps.clock.now())),
    );
  for (const { event, isCohost } of seated)
    if (isCohost) await endCohost(tx, deps, event, memberId);
    else await declineSeat(tx, deps, { eventId: event.id, memberId });
}

/** Coming events of the host go to the first cohost, or are cancelled. */
async function withdrawHost(tx: Tx, deps: SeatDeps, memberId: string, reason: string): Promise<void> {
  for (const event of await comingOf(tx.orm, deps, eq(events.hostId, memberId))) {
    const [cohost] = await cohostsOf(tx.orm, event.id);
    if (cohost) await handOver(tx, deps, event, cohost);
    else await cancelEvent(tx, deps, event, reason);
  }
}
