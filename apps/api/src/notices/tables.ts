import type { Decision, NoticeKind } from '@guilde/contracts/ways.ts';
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';

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
    way: text().$type<Decision['way']>(),
    /** With the way « none ». */
    reason: text(),
    decidedAt: integer('decided_at'),
  },
  (table) => [
    uniqueIndex('notices_event').on(table.memberId, table.kind, table.subject),
    index('notices_created').on(table.createdAt),
  ],
);
