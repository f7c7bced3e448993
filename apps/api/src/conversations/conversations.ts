import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { itsOwner, ownerFacts } from './owners.ts';
import { conversations, participants } from './tables.ts';

/** The id is that of the conversation or of its owner. Throws NOT_FOUND without a seat. */
export async function conversationFor(
  queries: Queries,
  viewer: Viewer,
  key: 'id' | 'sosRequestId' | 'eventId' | 'dealId',
  id: string,
): Promise<Conversation> {
  const [conversation] = await conversationsWhere(queries, eq(conversations[key], id));
  if (!conversation || !activeIds(conversation).includes(viewer.id)) throw new AppError('NOT_FOUND');
  return conversation;
}

/** The query returns the active seats only. */
export const seatsOf = preparedQuery((queries) =>
  queries
    .select({ memberId: participants.userId })
    .from(participants)
    .where(
      and(
        eq(participants.conversationId, sql.placeholder('conversationId')),
        eq(participants.isActive, true),
      ),
    )
    .prepare(),
);

/** The query must bind `conversationId` and `viewerId`. */
export const isOwnSeat = and(
  eq(participants.conversationId, sql.placeholder('conversationId')),
  eq(participants.userId, sql.placeholder('viewerId')),
  eq(participants.isActive, true),
);

const ownSeat = preparedQuery((queries) =>
  queries.select({ role: participants.role }).from(participants).where(isOwnSeat).prepare(),
);

/** Throws NOT_FOUND without a seat. */
export async function requireSeat(queries: Queries, viewer: Viewer, conversationId: string): Promise<void> {
  const [seat] = await ownSeat(queries).all({ conversationId, viewerId: viewer.id });
  if (!seat) throw new AppError('NOT_FOUND');
}

export async function activeMemberIds(queries: Queries, conversationId: string): Promise<string[]> {
  return (await seatsOf(queries).all({ conversationId })).map(({ memberId }) => memberId);
}

/** Publishes after the commit, to the participants and `alsoTo`. */
export function publishConversations(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  ids: readonly string[],
  alsoTo: readonly string[] = [],
): void {
  if (ids.length === 0) return;
  tx.atEnd(async () => {
    const changed = await conversationsWhere(tx.orm, inArray(conversations.id, [...ids]));
    return () => {
      for (const conversation of changed)
        live.publish([...activeIds(conversation), ...alsoTo], { type: 'conversation.updated', conversation });
    };
  });
}

function activeIds(conversation: Conversation): string[] {
  return conversation.participants.filter((one) => one.isActive).map((one) => one.member.id);
}

async function conversationsWhere(queries: Queries, condition: SQL): Promise<Conversation[]> {
  const found = foundConversations(queries, condition);
  const seated = queries
    .select({ seat: participants, member: memberRefColumns })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .innerJoin(profiles, eq(profiles.userId, participants.userId))
    .where(condition)
    .orderBy(asc(participants.joinedAt), desc(participants.role), asc(participants.userId));
  const [rows, people] = await Promise.all([found, seated]);
  const seats = Map.groupBy(people, ({ seat }) => seat.conversationId);
  return rows.map((row) => toConversation(row, seats.get(row.conversation.id) ?? []));
}

function foundConversations(queries: Queries, condition: SQL) {
  return queries
    .select({ conversation: conversations, owner: ownerFacts() })
    .from(conversations)
    .leftJoin(...itsOwner())
    .where(condition);
}

function toConversation(
  { conversation: row, owner }: Awaited<ReturnType<typeof foundConversations>>[number],
  people: { seat: typeof participants.$inferSelect; member: Parameters<typeof toMemberRef>[0] }[],
): Conversation {
  return {
    id: row.id,
    sosId: owner.sosId,
    eventId: owner.eventId,
    dealId: owner.dealId,
    title: owner.title,
    status: row.status,
    outcome: owner.outcome,
    requesterId: owner.requesterId,
    currentParticipants: row.currentParticipants,
    maxParticipants: row.maxParticipants,
    lastSeq: row.lastSeq,
    revision: row.revision,
    participants: people.map(({ seat, member }) => ({
      member: toMemberRef(member),
      role: seat.role,
      isActive: seat.isActive,
      joinedAt: iso(seat.joinedAt),
      readSeq: seat.readSeq,
    })),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    closedAt: isoOrNull(owner.closedAt),
    closedByTeam: owner.closedByTeam,
  };
}
