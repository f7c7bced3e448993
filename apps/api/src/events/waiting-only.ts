import { isWaitingOnly, WAITING_ONLY_UNTIL_MS } from '@guilde/contracts/events/rules.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { areSeparated } from '../profiles/blocks.ts';
import { eventSeats, events } from './tables.ts';

type EventRow = typeof events.$inferSelect;

/**
 * A room has no seat for whom a block separates from somebody in it, and no event has one for who missed three: they
 * wait. Nobody is told for which of the two (docs/decisions.md#blocks).
 */
export async function mustWait(
  queries: Queries,
  event: EventRow,
  { memberId }: { memberId: string },
  now: number,
) {
  if (event.kind === 'room' && (await isSeparatedInside(queries, event, memberId))) return true;
  if (now >= event.startsAt - WAITING_ONLY_UNTIL_MS) return false;
  const missed = await queries
    .select({ startsAt: events.startsAt })
    .from(eventSeats)
    .innerJoin(events, eq(events.id, eventSeats.eventId))
    .where(and(eq(eventSeats.memberId, memberId), eq(eventSeats.attended, false)));
  return isWaitingOnly(
    missed.map(({ startsAt }) => startsAt),
    now,
  );
}

export async function isSeparatedInside(
  queries: Queries,
  { id, hostId }: EventRow,
  memberId: string,
): Promise<boolean> {
  const inside = sql`(select ${eventSeats.memberId} as id from ${eventSeats}
    where ${eventSeats.eventId} = ${id} and (${eventSeats.state} = 'going' or ${eventSeats.offeredUntil} is not null)
    union select ${hostId} as id)`;
  const [row] = await queries
    .select({ found: sql<number>`1` })
    .from(sql`${inside} as inside`)
    .where(areSeparated(sql`inside.id`, sql`${memberId}`))
    .limit(1);
  return row !== undefined;
}
