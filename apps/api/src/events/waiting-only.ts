import { isWaitingOnly, WAITING_ONLY_UNTIL_MS } from '@guilde/contracts/events/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { memberProfile } from '../invitations/member-profile.ts';
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

/**
 * A seat that a host gives follows the same rule. A block between member and host applies in every event.
 * Throws NOT_FOUND for an invisible member.
 */
export async function mayNotBeGiven(
  queries: Queries,
  event: EventRow,
  { memberId, giver }: { memberId: string; giver: Pick<Viewer, 'id'> },
  now: number,
): Promise<boolean> {
  await memberProfile(queries, giver, memberId);
  const isApart = areSeparated(sql`${memberId}`, sql`${giver.id}`);
  if ((await queries.$count(members, and(eq(members.id, memberId), isApart))) > 0) return true;
  return mustWait(queries, event, { memberId }, now);
}

async function isSeparatedInside(
  queries: Queries,
  { id }: Pick<EventRow, 'id'>,
  memberId: string,
): Promise<boolean> {
  const isInside = or(eq(eventSeats.state, 'going'), isNotNull(eventSeats.offeredUntil));
  const [row] = await queries
    .select({ id: events.id })
    .from(events)
    .leftJoin(eventSeats, and(eq(eventSeats.eventId, events.id), isInside))
    .where(
      and(
        eq(events.id, id),
        or(
          areSeparated(events.hostId, sql`${memberId}`),
          areSeparated(eventSeats.memberId, sql`${memberId}`),
        ),
      ),
    )
    .limit(1);
  return row !== undefined;
}
