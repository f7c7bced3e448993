import { eq } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { revokeCalendarLinkSince } from './calendar-links.ts';
import { leaveEvents } from './hosts.ts';
import { calendarLinks, eventSeats, events } from './tables.ts';

export function eventsPersonalData(deps: Deps): PersonalData {
  return {
    archive: ({ id }) => archiveOf(deps, id),
    erase: (tx, memberId) => leaveEvents(tx, deps, memberId, 'L’hôte a quitté Guilde.'),
    takeBack: revokeCalendarLinkSince,
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
