import type { AnnouncementAudience } from '@guilde/contracts/announcements/rules.ts';
import type { SavedMemberFilters } from '@guilde/contracts/member-filters/rules.ts';
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';

export const announcements = sqliteTable(
  'announcements',
  {
    id: text().primaryKey(),
    title: text().notNull(),
    text: text().notNull(),
    /** The link is a path of the product, or empty. */
    link: text().notNull().default(''),
    audience: text().$type<AnnouncementAudience>().notNull(),
    /** The audience `filter` has this one, without personal data. */
    filters: text({ mode: 'json' }).$type<SavedMemberFilters>(),
    push: integer({ mode: 'boolean' }).notNull(),
    mail: integer({ mode: 'boolean' }).notNull(),
    authorId: text('author_id').references(() => members.id, { onDelete: 'set null' }),
    /** The name at that time is emptied when the author's account is deleted. */
    authorName: text('author_name').notNull(),
    createdAt: integer('created_at').notNull(),
    scheduledAt: integer('scheduled_at').notNull(),
    startedAt: integer('started_at'),
    after: text().notNull().default(''),
    /** It is null until every member has the announcement. */
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

/** The members of a filter or a selection stay here until each has the announcement. */
export const announcementTargets = sqliteTable(
  'announcement_targets',
  {
    announcementId: deletedWith('announcement_id', () => announcements.id),
    memberId: deletedWith('member_id', () => members.id),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.memberId] }),
    index('announcement_targets_member').on(table.memberId),
  ],
);

export const announcementRecipients = sqliteTable(
  'announcement_recipients',
  {
    announcementId: deletedWith('announcement_id', () => announcements.id),
    memberId: deletedWith('member_id', () => members.id),
    receivedAt: integer('received_at').notNull(),
    readAt: integer('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.memberId] }),
    index('announcement_recipients_member').on(table.memberId, table.receivedAt, table.announcementId),
    index('announcement_recipients_unread').on(table.memberId, table.receivedAt).where(sql`read_at is null`),
  ],
);
