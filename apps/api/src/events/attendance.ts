import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { attendanceInput } from '@guilde/contracts/events/input.ts';
import { denyAttendance, type EventDetail, phaseOf, type Useful } from '@guilde/contracts/events/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq } from 'drizzle-orm';
import { hostedEvent } from './events.ts';
import { eventDetail, eventFor, publishEvent } from './queries.ts';
import type { EventDeps } from './seats.ts';
import { eventSeats } from './tables.ts';

/** Who has no seat is ignored. Throws NOT_FOUND for who does not host it, EVENT_NOT_STARTED, EVENT_ENDED. */
export async function markAttendance(
  deps: EventDeps,
  viewer: Viewer,
  id: string,
  { seats }: typeof attendanceInput._output,
): Promise<EventDetail> {
  await deps.db.write(async (tx) => {
    const event = await hostedEvent(tx.orm, viewer, id, deps.clock.now());
    refuseIf(denyAttendance(event, deps.clock.now()));
    for (const { memberId, attended } of seats)
      await tx.orm.update(eventSeats).set({ attended }).where(guestOf(id, memberId));
    publishEvent(tx, deps, event.stored);
  });
  return eventDetail(deps, viewer, id);
}

/** Who was there says it once; the same again is the same. Throws NOT_FOUND, EVENT_NOT_STARTED. */
export async function sayUseful(
  deps: EventDeps,
  viewer: Viewer,
  id: string,
  useful: Useful,
): Promise<EventDetail> {
  await deps.db.write(async (tx) => {
    const event = await eventFor(tx.orm, viewer, id, deps.clock.now());
    if (event.seat?.state !== 'going' || event.status === 'cancelled') throw new AppError('NOT_FOUND');
    if (phaseOf(event, deps.clock.now()) === 'coming') throw new AppError('EVENT_NOT_STARTED');
    await tx.orm.update(eventSeats).set({ useful }).where(guestOf(id, viewer.id));
    publishEvent(tx, deps, event.stored);
  });
  return eventDetail(deps, viewer, id);
}

function guestOf(eventId: string, memberId: string) {
  return and(
    eq(eventSeats.eventId, eventId),
    eq(eventSeats.memberId, memberId),
    eq(eventSeats.state, 'going'),
    eq(eventSeats.isCohost, false),
  );
}
