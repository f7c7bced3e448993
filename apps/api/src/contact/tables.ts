import type { ContactStatus } from '@guilde/contracts/contact.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';

/** What members and visitors wrote to the team. `user_id` is null for a visitor. */
export const contactMessages = sqliteTable(
  'contact_messages',
  {
    /** Made by the sender's client, so that a repeated send is stored once. */
    id: text().primaryKey(),
    userId: text('user_id').references(() => members.id, { onDelete: 'set null' }),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    status: text().$type<ContactStatus>().notNull().default('pending'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('contact_messages_status').on(table.status, table.createdAt),
    index('contact_messages_created').on(table.createdAt),
    index('contact_messages_user').on(table.userId),
    check('contact_messages_status_known', sql`status in ('pending', 'in_progress', 'resolved')`),
  ],
);
