import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import type { attendanceInput, usefulInput } from '@guilde/contracts/events/input.ts';
import { denyAttendance, phaseOf } from '@guilde/contracts/events/rules.ts';
import { and, eq } from 'drizzle-orm';
import { guestOf, publishEvent } from './queries.ts';
import { eventSeats } from './tables.ts';
import { eventVerb, hostVerb } from './verbs.ts';

/** Who has no seat is ignored. Throws NOT_FOUND for who does not host it, EVENT_NOT_STARTED, EVENT_ENDED. */
export const markAttendance = hostVerb(
  async ({ tx, deps, event }, { seats }: typeof attendanceInput._output) => {
    refuseIf(denyAttendance(event, deps.clock.now()));
    for (const { memberId, attended } of seats) {
      const isTheirs = and(guestOf(event.id), eq(eventSeats.memberId, memberId));
      await tx.orm.update(eventSeats).set({ attended }).where(isTheirs);
    }
    publishEvent(tx, deps, event.stored);
  },
);

/** Who was there says it once; the same again is the same. Throws NOT_FOUND, EVENT_NOT_STARTED. */
export const sayUseful = eventVerb(
  async ({ tx, deps, viewer, event }, { useful }: typeof usefulInput._output) => {
    if (event.seat?.state !== 'going' || event.status === 'cancelled') throw new AppError('NOT_FOUND');
    if (phaseOf(event, deps.clock.now()) === 'coming') throw new AppError('EVENT_NOT_STARTED');
    const isOwn = and(guestOf(event.id), eq(eventSeats.memberId, viewer.id));
    await tx.orm.update(eventSeats).set({ useful }).where(isOwn);
    publishEvent(tx, deps, event.stored);
  },
);
