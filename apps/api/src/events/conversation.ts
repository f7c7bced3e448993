import { and, eq, inArray, isNotNull, lt, lte, ne, sql } from 'drizzle-orm';
import { closeConversations, followPeople, withConversations } from '../conversations/owned.ts';
import { conversations } from '../conversations/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deletion } from '../platform/deletion.ts';
import type { Deps } from '../platform/deps.ts';
import { retentionStart } from '../platform/retention.ts';
import { conversationEnd, eventSeats, events } from './tables.ts';

type RoomDeps = Pick<Deps, 'clock' | 'live' | 'jobs'>;

/**
 * Call it after each change of a published event, of its hosts or of who comes: its conversation opens with
 * the room, has a seat for each of them and for nobody else, and as many as they may be.
 */
export async function followRoom(tx: Tx, deps: RoomDeps, eventId: string): Promise<void> {
  const [room] = await tx.orm
    .select({ hostId: events.hostId, capacity: events.capacity, conversation: conversations })
    .from(events)
    .leftJoin(conversations, eq(conversations.eventId, events.id))
    .where(and(eq(events.id, eventId), eq(events.kind, 'room'), eq(events.status, 'published')));
  if (!room?.hostId) return;
  const seats = await tx.orm
    .select({ memberId: eventSeats.memberId, isCohost: eventSeats.isCohost })
    .from(eventSeats)
    .where(and(eq(eventSeats.eventId, eventId), eq(eventSeats.state, 'going')));
  await followPeople(tx, deps, room.conversation, {
    owner: { eventId },
    requesterId: room.hostId,
    people: seats.map(({ memberId }) => memberId),
    maxParticipants: room.capacity + 1 + seats.filter(({ isCohost }) => isCohost).length,
  });
}

export function closeEndedRooms({ db, ...deps }: RoomDeps & Pick<Deps, 'db'>): Promise<void> {
  return db.write(async (tx) => {
    const isOpen = and(isNotNull(conversations.eventId), ne(conversations.status, sql`'closed'`));
    const ended = tx.orm
      .select({ id: conversations.id })
      .from(conversations)
      .innerJoin(events, eq(events.id, conversations.eventId))
      .where(and(isOpen, lte(conversationEnd, deps.clock.now())));
    await closeConversations(tx, deps, inArray(conversations.id, ended));
  });
}

export function withRooms(deps: RoomDeps & Pick<Deps, 'db'>, deletion: Deletion): Deletion {
  return withConversations(deps, deletion, (tx, now, limit) =>
    tx.orm
      .select({ id: conversations.id })
      .from(conversations)
      .innerJoin(events, eq(events.id, conversations.eventId))
      .where(and(isNotNull(conversations.eventId), lt(events.startsAt, retentionStart('events', now))))
      .limit(limit),
  );
}
