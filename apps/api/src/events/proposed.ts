import { and, asc, eq, gt, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { profiles } from '../profiles/tables.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { eventSeats, events } from './tables.ts';

/** So many are proposed to a member in a week. */
const PROPOSED_MAX = 2;

/** New events in one's specialties that come and that one has not answered; the soonest first. */
export async function proposedEvents(
  queries: Queries,
  memberId: string,
  { since, now }: { since: number; now: number },
): Promise<{ title: string }[]> {
  if (!(await communitySettingsOf(queries)).events) return [];
  const answered = queries
    .select({ eventId: eventSeats.eventId })
    .from(eventSeats)
    .where(and(eq(eventSeats.eventId, events.id), eq(eventSeats.memberId, memberId)));
  const shared = sql`exists (select 1 from ${profiles}, json_each(${profiles.specialties}) own, json_each(${events.specialties}) its
    where ${profiles.userId} = ${memberId} and own.value = its.value)`;
  return queries
    .select({ title: events.title })
    .from(events)
    .where(
      and(
        gt(events.createdAt, since),
        eq(events.status, 'published'),
        gt(events.startsAt, now),
        or(isNull(events.hostId), ne(events.hostId, memberId)),
        notExists(answered),
        shared,
      ),
    )
    .orderBy(asc(events.startsAt))
    .limit(PROPOSED_MAX);
}
