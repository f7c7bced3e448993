import type { Decision, NoticeKind, NoticeReason } from '@guilde/contracts/notices/channels.ts';
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members, sessions } from '../auth/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';

/** Each row notifies a member of an event, once. It is kept for 90 days. */
export const notices = sqliteTable(
  'notices',
  {
    id: text().primaryKey().default(sql`(lower(hex(randomblob(16))))`),
    memberId: deletedWith('member_id', () => members.id),
    kind: text().$type<NoticeKind>().notNull(),
    /** The feature that describes the notice finds the event by this name. */
    subject: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** Later, nobody is notified any more. */
    until: integer().notNull(),
    /** The channel is null until it is decided. */
    channel: text('way').$type<Decision['channel']>(),
    /** It explains the channel « none », or why a mail took the place of a push. */
    reason: text().$type<NoticeReason>(),
    decidedAt: integer('decided_at'),
    /** So many devices have not got it yet. */
    pushesLeft: integer('pushes_left').notNull().default(0),
    /** A push service took it at this time. */
    acceptedAt: integer('accepted_at'),
    /** The list of what the member was told has not been opened since. */
    isUnread: integer('is_unread', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('notices_event').on(table.memberId, table.kind, table.subject),
    index('notices_created').on(table.createdAt),
    index('notices_inbox').on(table.memberId, table.createdAt, table.id),
    index('notices_unread').on(table.memberId).where(sql`is_unread = 1`),
  ],
);

/** A session has one subscription, which goes with it. The browser makes `endpoint` and keys. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    memberId: deletedWith('member_id', () => members.id),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    /** Counts consecutive pushes that did not arrive. */
    failures: integer().notNull().default(0),
    pausedUntil: integer('paused_until').notNull().default(0),
  },
  (table) => [index('push_subscriptions_member').on(table.memberId)],
);
