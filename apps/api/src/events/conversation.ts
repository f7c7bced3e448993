import { and, eq, inArray, isNotNull, lt, lte, ne, sql } from 'drizzle-orm';
import { publishConversations } from '../conversations/conversations.ts';
import { removeConversationOf } from '../conversations/moderation.ts';
import { joinConversation, leaveConversation, storeConversation } from '../conversations/seats.ts';
import { conversations, participants } from '../conversations/tables.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deletion } from '../platform/deletion.ts';
import type { Deps } from '../platform/deps.ts';
import { retentionStart } from '../platform/retention.ts';
import { conversationEnd, eventSeats, events } from './tables.ts';

const ROOMS_AT_ONCE = 20;

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
  if (!room?.hostId || room.conversation?.status === 'closed') return;
  const { hostId } = room;
  const seats = await tx.orm
    .select({ memberId: eventSeats.memberId, isCohost: eventSeats.isCohost })
    .from(eventSeats)
    .where(and(eq(eventSeats.eventId, eventId), eq(eventSeats.state, 'going')));
  const maxParticipants = room.capacity + 1 + seats.filter(({ isCohost }) => isCohost).length;
  const people = new Set([hostId, ...seats.map(({ memberId }) => memberId)]);
  const conversationId =
    room.conversation?.id ?? (await open(tx, deps, { eventId, hostId, maxParticipants }));
  const present = await presentIn(tx, conversationId, hostId);
  for (const memberId of present)
    if (!people.has(memberId)) await leaveConversation(tx, deps, { conversationId, memberId });
  await tx.orm.update(conversations).set({ maxParticipants }).where(eq(conversations.id, conversationId));
  for (const memberId of people) {
    const role = memberId === hostId ? 'requester' : 'other';
    if (!present.includes(memberId)) await joinConversation(tx, deps, { conversationId, memberId, role });
  }
  publishConversations(tx, deps, [conversationId]);
}

function open(
  tx: Tx,
  deps: RoomDeps,
  { hostId, eventId, maxParticipants }: { hostId: string; eventId: string; maxParticipants: number },
): Promise<string> {
  const people = [{ userId: hostId, role: 'requester' as const }];
  return storeConversation(tx, deps, { owner: { eventId }, maxParticipants, people });
}

/** The host has the role that marks solutions and stays; it follows the event to another host. */
async function presentIn(tx: Tx, conversationId: string, hostId: string): Promise<string[]> {
  const seats = await tx.orm
    .update(participants)
    .set({ role: sql`iif(${participants.userId} = ${hostId}, 'requester', 'other')` })
    .where(eq(participants.conversationId, conversationId))
    .returning({ memberId: participants.userId, isActive: participants.isActive });
  return seats.flatMap(({ memberId, isActive }) => (isActive ? memberId : []));
}

/** Who was there reads it on. */
export function closeEndedRooms({ db, ...deps }: RoomDeps & Pick<Deps, 'db'>): Promise<void> {
  return db.write(async (tx) => {
    const isOpen = and(isNotNull(conversations.eventId), ne(conversations.status, sql`'closed'`));
    const ended = tx.orm
      .select({ id: conversations.id })
      .from(conversations)
      .innerJoin(events, eq(events.id, conversations.eventId))
      .where(and(isOpen, lte(conversationEnd, deps.clock.now())));
    const closed = await tx.orm
      .update(conversations)
      .set({ status: 'closed' })
      .where(inArray(conversations.id, ended))
      .returning({ id: conversations.id });
    publishConversations(
      tx,
      deps,
      closed.map(({ id }) => id),
    );
  });
}

/** Files and unread counts go with the conversations, before the rows of their events go. */
export function withRooms({ db, ...deps }: RoomDeps & Pick<Deps, 'db'>, deletion: Deletion): Deletion {
  const removeSome = (now: number) =>
    db.write(async (tx) => {
      const old = await tx.orm
        .select({ id: conversations.id })
        .from(conversations)
        .innerJoin(events, eq(events.id, conversations.eventId))
        .where(and(isNotNull(conversations.eventId), lt(events.startsAt, retentionStart('events', now))))
        .limit(ROOMS_AT_ONCE);
      const ids = old.map(({ id }) => id);
      await removeConversationOf(tx, deps, inArray(conversations.id, ids));
      return ids.length;
    });
  return {
    ...deletion,
    step: async (now) => {
      while ((await removeSome(now)) === ROOMS_AT_ONCE);
      return deletion.step(now);
    },
  };
}
