import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';

/** Files that no message, SOS or deal cites are deleted after a day. */
export const unused = sql.raw('message_id is null and sos_id is null and deal_id is null');

/**
 * `key` is the server's own name of the bytes, so that an id used again finds none of before. Foreign keys
 * are left out, because a cascade would leave the bytes.
 */
export const files = sqliteTable(
  'files',
  {
    id: text().primaryKey(),
    ownerId: text('owner_id').references(() => members.id, { onDelete: 'set null' }),
    key: text().notNull(),
    /** It is null for an SOS or a deal. */
    conversationId: text('conversation_id'),
    messageId: text('message_id'),
    sosId: text('sos_id'),
    dealId: text('deal_id'),
    /** The position counts within the message, SOS or deal. */
    position: integer().notNull().default(0),
    name: text().notNull(),
    /** The announced size is replaced by that of the download. */
    bytes: integer().notNull(),
    /** Quotas count all stored bytes of the file. */
    storedBytes: integer('stored_bytes').notNull(),
    /** The parts that arrived are counted. */
    parts: integer().notNull().default(0),
    /** The content was accepted at this instant. */
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
    index('files_deal').on(table.dealId, table.position).where(sql`deal_id is not null`),
    index('files_unused').on(table.createdAt).where(unused),
  ],
);

export type FileRow = typeof files.$inferSelect;
