import { CONVERSATION_OPEN_MS, EVENT_MINUTES_MAX } from '@guilde/contracts/events/rules.ts';
import { and, eq, gt, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm';
import {
  closeConversations,
  followPeople,
  reopenConversations,
  withConversations,
} from '../conversations/owned.ts';
import { conversations } from '../conversations/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deletion } from '../platform/deletion.ts';
import type { Deps } from '../platform/deps.ts';
import { retentionStart } from '../platform/retention.ts';
import { conversationEnd, eventSeats, events } from './tables.ts';

type RoomDeps = Pick<Deps, 'clock' | 'live' | 'jobs'>;

const LASTING_MS = CONVERSATION_OPEN_MS + EVENT_MINUTES_MAX * 60_000;
const isOpenRoom = sql`${conversations.eventId} is not null and ${conversations.status} <> 'closed'`;

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

/** Nothing new is written while the community has no events; what is written stays readable. */
export async function followSwitch(tx: Tx, deps: RoomDeps, isOn: boolean): Promise<void> {
  if (!isOn) return closeConversations(tx, deps, isOpenRoom);
  const now = deps.clock.now();
  const running = tx.orm
    .select({ id: events.id })
    .from(events)
    .where(and(gt(events.startsAt, now - LASTING_MS), gt(conversationEnd, now)));
  const reopened = await reopenConversations(tx, inArray(conversations.eventId, running));
  for (const { eventId } of reopened) if (eventId !== null) await followRoom(tx, deps, eventId);
}

export function closeEndedRooms({ db, ...deps }: RoomDeps & Pick<Deps, 'db'>): Promise<void> {
  return db.write(async (tx) => {
    const ended = tx.orm
      .select({ id: conversations.id })
      .from(conversations)
      .innerJoin(events, eq(events.id, conversations.eventId))
      .where(and(isOpenRoom, lte(conversationEnd, deps.clock.now())));
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
