import { and, asc, eq, sql } from 'drizzle-orm';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { itsOwner, ownerColumns } from './owners.ts';
import { conversations, messageReactions, messages, participants } from './tables.ts';

/** The archive also has the messages in a separate file (account/personal-data.ts). */
export function conversationPersonalData({ db }: Pick<Deps, 'db'>): PersonalData {
  return {
    archive: async ({ id }) => ({
      conversations: await conversationsOf(db.orm, id),
      reactions: await reactionsOf(db.orm, id),
    }),
  };
}

async function conversationsOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ title: ownerColumns().title, seat: participants })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .leftJoin(...itsOwner())
    .where(eq(participants.userId, memberId))
    .orderBy(asc(participants.joinedAt));
  return rows.map(({ title, seat }) => ({
    title,
    role: seat.role,
    joinedAt: iso(seat.joinedAt),
    leftAt: isoOrNull(seat.leftAt),
    mutedAt: isoOrNull(seat.mutedAt),
  }));
}

function reactionsOf(queries: Queries, memberId: string) {
  return queries
    .select({
      sos: ownerColumns().title,
      messageId: messageReactions.messageId,
      emoji: messageReactions.emoji,
    })
    .from(messageReactions)
    .innerJoin(messages, eq(messages.id, messageReactions.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(...itsOwner())
    .where(eq(messageReactions.memberId, memberId))
    .orderBy(asc(messages.createdAt));
}

/** Former texts are included as long as they are kept. */
const versions = sql<string[] | null>`case when messages.edited_at is not null then (select
  nullif(json_group_array(content), '[]') from (select content from message_versions
  where message_id = messages.id order by revision)) end`.mapWith(JSON.parse);

/** The messages are sorted from the oldest, without deleted ones. */
export async function messagesOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select({
      id: messages.id,
      sos: ownerColumns().title,
      content: messages.content,
      at: messages.createdAt,
      editedAt: messages.editedAt,
      versions,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .leftJoin(...itsOwner())
    .innerJoin(messages, and(eq(messages.conversationId, conversations.id), eq(messages.senderId, memberId)))
    .where(eq(participants.userId, memberId))
    .orderBy(asc(messages.createdAt));
  return rows
    .filter(({ content }) => content !== '')
    .map(({ at, editedAt, versions: earlier, ...message }) => ({
      ...message,
      createdAt: iso(at),
      ...(editedAt ? { editedAt: iso(editedAt) } : {}),
      ...(earlier ? { earlier } : {}),
    }));
}
