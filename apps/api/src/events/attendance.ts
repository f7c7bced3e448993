import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { attendanceInput, usefulInput } from '@guilde/contracts/events/input.ts';
import { denyAttendance, phaseOf } from '@guilde/contracts/events/rules.ts';
import { and, eq } from 'drizzle-orm';
import { publishEvent } from './queries.ts';
import { eventSeats } from './tables.ts';
import { eventVerb, hostVerb } from './verbs.ts';

/** Who has no seat is ignored. Throws NOT_FOUND for who does not host it, EVENT_NOT_STARTED, EVENT_ENDED. */
export const markAttendance = hostVerb(
  async ({ tx, deps, event }, { seats }: typeof attendanceInput._output) => {
    refuseIf(denyAttendance(event, deps.clock.now()));
    for (const { memberId, attended } of seats)
      await tx.orm.update(eventSeats).set({ attended }).where(guestOf(event.id, memberId));
    publishEvent(tx, deps, event.stored);
  },
);

/** Who was there says it once; the same again is the same. Throws NOT_FOUND, EVENT_NOT_STARTED. */
export const sayUseful = eventVerb(
  async ({ tx, deps, viewer, event }, { useful }: typeof usefulInput._output) => {
    if (event.seat?.state !== 'going' || event.status === 'cancelled') throw new AppError('NOT_FOUND');
    if (phaseOf(event, deps.clock.now()) === 'coming') throw new AppError('EVENT_NOT_STARTED');
    await tx.orm.update(eventSeats).set({ useful }).where(guestOf(event.id, viewer.id));
    publishEvent(tx, deps, event.stored);
  },
);

function guestOf(eventId: string, memberId: string) {
  return and(
    eq(eventSeats.eventId, eventId),
    eq(eventSeats.memberId, memberId),
    eq(eventSeats.state, 'going'),
    eq(eventSeats.isCohost, false),
  );
}
