import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';

/** Cited by no message and no SOS: goes after a day. */
export const unused = sql.raw('message_id is null and sos_id is null');

/**
 * An upload, then what a message or an SOS shows. The client makes `id`; `key` is the server's own name for the stored
 * bytes, so that an id used again finds none of before. Conversation, message and SOS are named without a foreign key: a
 * cascade would leave the bytes.
 */
export const files = sqliteTable(
  'files',
  {
    id: text().primaryKey(),
    ownerId: text('owner_id').references(() => members.id, { onDelete: 'set null' }),
    key: text().notNull(),
    /** Null for an SOS. */
    conversationId: text('conversation_id'),
    messageId: text('message_id'),
    sosId: text('sos_id'),
    /** Among those of its message or SOS. */
    position: integer().notNull().default(0),
    name: text().notNull(),
    /** Announced; then those of the file as it is downloaded. */
    bytes: integer().notNull(),
    /** All that is stored for it, for the quotas. */
    storedBytes: integer('stored_bytes').notNull(),
    /** That have arrived. */
    parts: integer().notNull().default(0),
    /** Its content was accepted. */
    readyAt: integer('ready_at'),
    kind: text().$type<FileRef['kind']>(),
    type: text(),
    width: integer(),
    height: integer(),
    thumbhash: text(),
    alt: text().notNull().default(''),
    seconds: integer(),
    waveform: text({ mode: 'json' }).$type<number[]>(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('files_owner').on(table.ownerId, table.storedBytes),
    index('files_conversation').on(table.conversationId, table.storedBytes),
    index('files_message').on(table.messageId, table.position).where(sql`message_id is not null`),
    index('files_sos').on(table.sosId, table.position).where(sql`sos_id is not null`),
    index('files_unused').on(table.createdAt).where(unused),
  ],
);

export type FileRow = typeof files.$inferSelect;
