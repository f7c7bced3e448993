import type { AnnouncementAudience } from '@guilde/contracts/announcements/rules.ts';
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';

/** What the team tells members. Kept for a year after it left. */
export const announcements = sqliteTable(
  'announcements',
  {
    id: text().primaryKey(),
    title: text().notNull(),
    text: text().notNull(),
    /** A path of the product; empty: none. */
    link: text().notNull().default(''),
    audience: text().$type<AnnouncementAudience>().notNull(),
    push: integer({ mode: 'boolean' }).notNull(),
    mail: integer({ mode: 'boolean' }).notNull(),
    authorId: text('author_id').references(() => members.id, { onDelete: 'set null' }),
    /** Of that time; empty once the author's account is deleted. */
    authorName: text('author_name').notNull(),
    createdAt: integer('created_at').notNull(),
    scheduledAt: integer('scheduled_at').notNull(),
    startedAt: integer('started_at'),
    /** The last member whom it has reached, in the order of ids. */
    after: text().notNull().default(''),
    /** Everybody has it. */
    sentAt: integer('sent_at'),
    cancelledAt: integer('cancelled_at'),
    endedAt: integer('ended_at'),
    recipients: integer().notNull().default(0),
    reads: integer().notNull().default(0),
  },
  (table) => [
    index('announcements_due').on(table.scheduledAt).where(sql`started_at is null and cancelled_at is null`),
    index('announcements_created').on(table.createdAt, table.id),
    index('announcements_sent').on(table.sentAt),
    index('announcements_author').on(table.authorId),
  ],
);

export const announcementRecipients = sqliteTable(
  'announcement_recipients',
  {
    announcementId: text('announcement_id')
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    receivedAt: integer('received_at').notNull(),
    readAt: integer('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.memberId] }),
    index('announcement_recipients_member').on(table.memberId, table.receivedAt, table.announcementId),
    index('announcement_recipients_unread').on(table.memberId, table.receivedAt).where(sql`read_at is null`),
  ],
);
