import type { MessageKind } from '@guilde/contracts/conversations/rules.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { ownerKeys } from './owners.ts';

/** One per SOS, made by the first reply. Title, requester and outcome are the SOS's. `last_seq` counts without gaps. */
export const conversations = sqliteTable(
  'conversations',
  {
    id: text().primaryKey(),
    ...ownerKeys,
    /** `closed` while its SOS is ended: a copy for the index and for each message sent (docs/adr/0013-one-life.md). */
    status: text({ enum: ['active', 'inactive', 'closed'] })
      .notNull()
      .default('active'),
    currentParticipants: integer('current_participants').notNull().default(0),
    maxParticipants: integer('max_participants').notNull().default(5),
    lastSeq: integer('last_seq').notNull().default(0),
    /** Counts the changes of messages that are already there: the highest of its messages. */
    revision: integer().notNull().default(0),
    /**
     * Counts a sender who left, whose messages get no revision: with `last_seq` and `revision` the version of its pages. For
     * instances of the version before a trigger counts all changes of messages; it goes with the next version.
     */
    historyVersion: integer('history_version').notNull().default(0),
    /** For instances of the version before, during an upgrade; goes with the next version (docs/hosting.md). */
    deletedSeqs: text('deleted_seqs', { mode: 'json' }).$type<number[]>().notNull().default([]),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    // Not by activity: every message would move its entry.
    index('conversations_status').on(table.status),
    check('conversations_seats', sql`current_participants between 0 and max_participants`),
  ],
);

/** Present and past participants. `read_seq` only grows. */
export const participants = sqliteTable(
  'participants',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    role: text({ enum: ['requester', 'helper', 'other'] }).notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    joinedAt: integer('joined_at').notNull(),
    leftAt: integer('left_at'),
    readSeq: integer('read_seq').notNull().default(0),
    /** Position up to which a mail was sent, or a push was taken by a device's service. */
    mailedSeq: integer('mailed_seq').notNull().default(0),
    /** Position up to which a push was asked for. */
    pushedSeq: integer('pushed_seq').notNull().default(0),
    /** The SOS was resolved while this member helped and had written; cleared when the resolution is undone. */
    helpedAt: integer('helped_at'),
    mutedAt: integer('muted_at'),
    /** « Marquer comme non lu »: from this message on, whatever was read. Others see `read_seq`. */
    unreadFrom: integer('unread_from'),
    /** How often that was set and taken back: a part of the count's version. */
    marks: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index('participants_user').on(table.userId, table.isActive),
    index('participants_helped').on(table.userId).where(sql`helped_at is not null`),
  ],
);

/**
 * The client makes `id`, so that sending twice stores one message. Texts have no index by sender, which would cost a
 * page per message: they are found through the sender's seats. Without it a foreign key would scan the table, so
 * departure.ts clears the sender.
 */
export const messages = sqliteTable(
  'messages',
  {
    id: text().primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    kind: text().$type<MessageKind>().notNull().default('text'),
    senderId: text('sender_id'),
    content: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    deletedByTeam: integer('deleted_by_team', { mode: 'boolean' }).notNull().default(false),
    /** The conversation's at the last change (changes.ts); 0: as it was sent. */
    revision: integer().notNull().default(0),
    editedAt: integer('edited_at'),
    /** A message of the same conversation. */
    replyTo: text('reply_to'),
    mentions: text({ mode: 'json' }).$type<string[]>(),
    /** Who said that it solved the problem. */
    solutionBy: text('solution_by'),
    /** Null: no solution; false: not yet confirmed by the requester. */
    solutionConfirmed: integer('solution_confirmed', { mode: 'boolean' }),
  },
  (table) => [
    uniqueIndex('messages_sequence').on(table.conversationId, table.seq),
    // Lines may be by the team, which has no seat.
    index('messages_lines').on(table.senderId).where(sql`kind <> 'text'`),
    index('messages_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('messages_edited').on(table.editedAt).where(sql`edited_at is not null`),
    index('messages_changes').on(table.conversationId, table.revision).where(sql`revision > 0`),
    index('messages_replies').on(table.replyTo).where(sql`reply_to is not null`),
    check('messages_content', sql`length(content) <= 4000`),
  ],
);

/** Texts before a correction; `revision` is that of the correction. */
export const messageVersions = sqliteTable(
  'message_versions',
  {
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
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
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    emoji: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.memberId, table.emoji] }),
    index('message_reactions_member').on(table.memberId),
  ],
);

/**
 * How far the texts of a conversation are in the full-text index `messages_search`, whose rows and words bear `number`
 * (search-index.ts). A trigger empties it with the row.
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
