import type { MessageKind } from '@guilde/contracts/conversations/rules.ts';
import { and, eq, sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';
import { shareConversations } from '../profiles/visibility.ts';
import { ownerKeys } from './owners.ts';

/**
 * An SOS has one from the first reply on, a room from its publication on, a deal from its lead on.
 * `last_seq` has no gaps.
 */
export const conversations = sqliteTable(
  'conversations',
  {
    id: text().primaryKey(),
    ...ownerKeys,
    /** `closed` copies the end of its owner for the index and for sending (docs/adr/0013-one-life.md). */
    status: text({ enum: ['active', 'inactive', 'closed'] })
      .notNull()
      .default('active'),
    currentParticipants: integer('current_participants').notNull().default(0),
    maxParticipants: integer('max_participants').notNull().default(5),
    lastSeq: integer('last_seq').notNull().default(0),
    /** This is the highest revision of its messages, which counts their changes. */
    revision: integer().notNull().default(0),
    /**
     * Counts senders who left, whose messages get no revision; with `last_seq` and `revision` it is the
     * version of the pages.
     */
    historyVersion: integer('history_version').notNull().default(0),
    /** The version before needs this during an upgrade; it goes with the next one (docs/hosting.md). */
    deletedSeqs: text('deleted_seqs', { mode: 'json' }).$type<number[]>().notNull().default([]),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    // The index leaves out the activity, because every message would move its entry.
    index('conversations_status').on(table.status),
    index('conversations_open_events')
      .on(table.eventId)
      .where(sql`event_id is not null and status <> 'closed'`),
    check(
      'conversations_owner',
      sql`(sos_request_id is not null) + (event_id is not null) + (deal_id is not null) = 1`,
    ),
    check('conversations_seats', sql`current_participants between 0 and max_participants`),
  ],
);

/** The table has present and past participants. `read_seq` only grows. */
export const participants = sqliteTable(
  'participants',
  {
    conversationId: deletedWith('conversation_id', () => conversations.id),
    userId: deletedWith('user_id', () => members.id),
    role: text({ enum: ['requester', 'helper', 'other'] }).notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    joinedAt: integer('joined_at').notNull(),
    leftAt: integer('left_at'),
    readSeq: integer('read_seq').notNull().default(0),
    /** A mail was sent up to this position, or a push service took a push. */
    mailedSeq: integer('mailed_seq').notNull().default(0),
    /** A push was requested up to this position. */
    pushedSeq: integer('pushed_seq').notNull().default(0),
    /** The SOS was resolved while this member helped and had written; undoing the resolution clears it. */
    helpedAt: integer('helped_at'),
    mutedAt: integer('muted_at'),
    /** « Marquer comme non lu » applies from this message on, whatever was read. Others see `read_seq`. */
    unreadFrom: integer('unread_from'),
    /** Counts how often the mark was set or removed, as a part of the count's version. */
    marks: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index('participants_user').on(table.userId, table.isActive),
    index('participants_helped').on(table.userId).where(sql`helped_at is not null`),
  ],
);

/** It may be a past one. */
export function seatOf(conversationId: string, memberId: string) {
  return and(eq(participants.conversationId, conversationId), eq(participants.userId, memberId));
}

export function activeSeatOf(conversationId: string, memberId: string) {
  return and(seatOf(conversationId, memberId), eq(participants.isActive, true));
}

/**
 * The client makes `id`, so that sending twice stores one message. An index of texts by sender would cost a
 * page per message, so the sender's seats lead to them. A foreign key would scan the table without that
 * index, so departure.ts clears the sender.
 */
export const messages = sqliteTable(
  'messages',
  {
    id: text().primaryKey(),
    conversationId: deletedWith('conversation_id', () => conversations.id),
    seq: integer().notNull(),
    kind: text().$type<MessageKind>().notNull().default('text'),
    senderId: text('sender_id'),
    content: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    deletedByTeam: integer('deleted_by_team', { mode: 'boolean' }).notNull().default(false),
    /** The revision of the conversation at the last change (changes.ts) stands here; 0 means unchanged. */
    revision: integer().notNull().default(0),
    editedAt: integer('edited_at'),
    /** The id is that of a message in the same conversation. */
    replyTo: text('reply_to'),
    mentions: text({ mode: 'json' }).$type<string[]>(),
    solutionBy: text('solution_by'),
    /** It is null where nobody marked a solution, and false until the requester confirms the mark. */
    solutionConfirmed: integer('solution_confirmed', { mode: 'boolean' }),
  },
  (table) => [
    uniqueIndex('messages_sequence').on(table.conversationId, table.seq),
    // The team writes lines without a seat.
    index('messages_lines').on(table.senderId).where(sql`kind <> 'text'`),
    index('messages_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('messages_edited').on(table.editedAt).where(sql`edited_at is not null`),
    index('messages_changes').on(table.conversationId, table.revision).where(sql`revision > 0`),
    index('messages_replies').on(table.replyTo).where(sql`reply_to is not null`),
    check('messages_content', sql`length(content) <= 4000`),
  ],
);

/** These texts preceded a correction, whose revision is `revision`. */
export const messageVersions = sqliteTable(
  'message_versions',
  {
    messageId: deletedWith('message_id', () => messages.id),
    revision: integer().notNull(),
    content: text().notNull(),
    replacedAt: integer('replaced_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.revision] }),
    index('message_versions_replaced').on(table.replacedAt),
  ],
);

export const messageReactions = sqliteTable(
  'message_reactions',
  {
    messageId: deletedWith('message_id', () => messages.id),
    memberId: deletedWith('member_id', () => members.id),
    emoji: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.memberId, table.emoji] }),
    index('message_reactions_member').on(table.memberId),
  ],
);

/**
 * The full-text index `messages_search` has the texts up to here; its rows and words contain `number`
 * (search-index.ts). Deleting the row makes a trigger empty the index.
 */
export const messageIndexes = sqliteTable('message_indexes', {
  number: integer().primaryKey({ autoIncrement: true }),
  conversationId: text('conversation_id')
    .notNull()
    .unique()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  seq: integer().notNull().default(0),
  revision: integer().notNull().default(0),
});

/** A seat stays when its conversation closes, and ends when its member leaves. */
shareConversations(
  (memberId) => sql`select other_seats.user_id from participants as own_seats
    cross join conversations on conversations.id = own_seats.conversation_id and conversations.sos_request_id is not null
    cross join participants as other_seats on other_seats.conversation_id = own_seats.conversation_id
    where own_seats.user_id = ${memberId} and own_seats.is_active and other_seats.is_active`,
);
