import type { Decision, NoticeKind } from '@guilde/contracts/notices/channels.ts';
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members, sessions } from '../auth/tables.ts';

/** What was to be told to a member, once each. Kept for 90 days. */
export const notices = sqliteTable(
  'notices',
  {
    id: text().primaryKey().default(sql`(lower(hex(randomblob(16))))`),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text().$type<NoticeKind>().notNull(),
    /** Names the event for the feature that tells it. */
    subject: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** Later it is not told. */
    until: integer().notNull(),
    /** Null until it is decided. */
    channel: text('way').$type<Decision['channel']>(),
    /** With the channel « none ». */
    reason: text(),
    decidedAt: integer('decided_at'),
    /** Devices that it is on its way to. */
    pushesLeft: integer('pushes_left').notNull().default(0),
    /** A push service took it. */
    acceptedAt: integer('accepted_at'),
  },
  (table) => [
    uniqueIndex('notices_event').on(table.memberId, table.kind, table.subject),
    index('notices_created').on(table.createdAt),
  ],
);

/** One per session, with which it goes. `endpoint` and keys are the browser's. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    /** Pushes in a row that did not get there. */
    failures: integer().notNull().default(0),
    pausedUntil: integer('paused_until').notNull().default(0),
  },
  (table) => [index('push_subscriptions_member').on(table.memberId)],
);
