import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { conversations } from '../conversations/tables.ts';

/** Private conversations whose texts an administrator may read until `expires_at`. */
export const conversationOpenings = sqliteTable(
  'conversation_openings',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.conversationId] }),
    index('conversation_openings_conversation').on(table.conversationId),
    index('conversation_openings_expiry').on(table.expiresAt),
  ],
);
