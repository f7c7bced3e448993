import { and, eq, gt, isNotNull, or } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { withdrawHost } from './hosts.ts';
import { declineSeat, type EventDeps } from './seats.ts';
import { calendarLinks, eventSeats, events } from './tables.ts';

export function eventsPersonalData(deps: Deps): PersonalData {
  return {
    archive: ({ id }) => archiveOf(deps, id),
    erase: (tx, memberId) => leaveEvents(tx, deps, memberId),
  };
}

async function archiveOf({ db }: Pick<Deps, 'db'>, memberId: string): Promise<Record<string, unknown>> {
  const [hosted, seats, [calendar]] = await Promise.all([
    db.orm.select().from(events).where(eq(events.hostId, memberId)),
    db.orm
      .select({ title: events.title, startsAt: events.startsAt, seat: eventSeats })
      .from(eventSeats)
      .innerJoin(events, eq(events.id, eventSeats.eventId))
      .where(eq(eventSeats.memberId, memberId)),
    db.orm.select().from(calendarLinks).where(eq(calendarLinks.memberId, memberId)),
  ]);
  return {
    eventsHosted: hosted.map(({ hostId: _hostId, startsAt, createdAt, updatedAt, ...event }) => ({
      ...event,
      startsAt: iso(startsAt),
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
      movedAt: isoOrNull(event.movedAt),
      cancelledAt: isoOrNull(event.cancelledAt),
    })),
    eventSeats: seats.map(({ title, startsAt, seat: { memberId: _memberId, ...seat } }) => ({
      ...seat,
      event: title,
      startsAt: iso(startsAt),
      queuedAt: isoOrNull(seat.queuedAt),
      offeredUntil: isoOrNull(seat.offeredUntil),
      answeredAt: iso(seat.answeredAt),
      confirmedAt: isoOrNull(seat.confirmedAt),
    })),
    calendarLink: calendar
      ? { createdAt: iso(calendar.createdAt), lastReadAt: iso(calendar.lastReadAt) }
      : null,
  };
}

/** Hosted events go to a cohost or are cancelled, and seats are free again. */
async function leaveEvents(tx: Parameters<typeof declineSeat>[0], deps: EventDeps, memberId: string) {
  await withdrawHost(tx, deps, memberId, 'L’hôte a quitté Guilde.');
  const held = await tx.orm
    .select({ eventId: eventSeats.eventId })
    .from(eventSeats)
    .innerJoin(events, eq(events.id, eventSeats.eventId))
    .where(
      and(
        eq(eventSeats.memberId, memberId),
        gt(events.startsAt, deps.clock.now()),
        or(eq(eventSeats.state, 'going'), isNotNull(eventSeats.offeredUntil)),
      ),
    );
  for (const { eventId } of held) await declineSeat(tx, deps, { eventId, memberId });
}
