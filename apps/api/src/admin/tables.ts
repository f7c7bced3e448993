import type { SavedMemberFilters } from '@guilde/contracts/member-filters/rules.ts';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { conversations } from '../conversations/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';

/** An administrator may read the private conversation's texts until `expires_at`. */
export const conversationOpenings = sqliteTable(
  'conversation_openings',
  {
    conversationId: deletedWith('conversation_id', () => conversations.id),
    memberId: deletedWith('member_id', () => members.id),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.conversationId] }),
    index('conversation_openings_conversation').on(table.conversationId),
    index('conversation_openings_expiry').on(table.expiresAt),
  ],
);

/** Filters of the list of members belong to an administrator, without a person’s name or id. */
export const savedFilters = sqliteTable(
  'saved_filters',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    filters: text({ mode: 'json' }).$type<SavedMemberFilters>().notNull(),
    ownerId: text('owner_id').references(() => members.id, { onDelete: 'cascade' }),
  },
  (table) => [index('saved_filters_owner').on(table.ownerId, table.name, table.id)],
);

export const weeklyReports = sqliteTable('weekly_reports', {
  /** The Monday is counted in Paris, in days since 1970. */
  day: integer().primaryKey(),
  /** Nothing else stores how many members were seen in the week before it. */
  active: integer().notNull(),
});

/** The member finds the note in the archive of personal data. */
export const memberNotes = sqliteTable(
  'member_notes',
  {
    id: text().primaryKey(),
    memberId: deletedWith('member_id', () => members.id),
    /** It is null once the author's account is deleted. */
    authorId: text('author_id').references(() => members.id, { onDelete: 'set null' }),
    authorName: text('author_name').notNull(),
    text: text().notNull(),
    createdAt: integer('created_at').notNull(),
    changedAt: integer('changed_at'),
  },
  (table) => [
    index('member_notes_member').on(table.memberId, table.createdAt),
    index('member_notes_author').on(table.authorId),
    index('member_notes_created').on(table.createdAt),
  ],
);
