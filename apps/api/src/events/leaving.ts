import { AppError } from '@guilde/contracts/errors.ts';
import { phaseOf } from '@guilde/contracts/events/rules.ts';
import { and, eq, ne } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { seatIn } from './leave-links.ts';
import { seatOf } from './queries.ts';
import { declineSeat } from './seats.ts';
import { eventSeats, events } from './tables.ts';
import type { EventDeps } from './verbs.ts';

/** The answer that the link is about must still hold, so that it works once. @throws EVENT_LINK_INVALID */
export async function leaveByLink(
  deps: EventDeps & Pick<Deps, 'secrets'>,
  token: string,
): Promise<{ title: string }> {
  const key = seatIn(deps.secrets, token);
  if (!key) throw new AppError('EVENT_LINK_INVALID');
  return deps.db.write(async (tx) => {
    const [event] = await tx.orm
      .select({ title: events.title, startsAt: events.startsAt, minutes: events.minutes })
      .from(eventSeats)
      .innerJoin(events, and(eq(events.id, eventSeats.eventId), eq(events.status, 'published')))
      .where(and(seatOf(key), eq(eventSeats.answeredAt, key.answeredAt), ne(eventSeats.state, 'declined')));
    const phase = event && phaseOf({ ...event, startsAt: iso(event.startsAt) }, deps.clock.now());
    if (!event || (phase !== 'coming' && phase !== 'running')) throw new AppError('EVENT_LINK_INVALID');
    await declineSeat(tx, deps, { eventId: key.eventId, memberId: key.memberId });
    return { title: event.title };
  });
}
