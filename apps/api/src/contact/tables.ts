import type { DataRight } from '@guilde/contracts/account/rules.ts';
import type { ContactStatus } from '@guilde/contracts/contact/rules.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';

export const contactMessages = sqliteTable(
  'contact_messages',
  {
    /** The client chooses the id, so that sending twice stores one message. */
    id: text().primaryKey(),
    userId: text('user_id').references(() => members.id, { onDelete: 'set null' }),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** The right is null for a message that is no request about one's own data. */
    right: text('data_right').$type<DataRight>(),
    status: text().$type<ContactStatus>().notNull().default('pending'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('contact_messages_status').on(table.status, table.createdAt),
    index('contact_messages_created').on(table.createdAt),
    index('contact_messages_user').on(table.userId),
    index('contact_messages_rights')
      .on(table.createdAt, table.id)
      .where(sql`data_right is not null and status <> 'resolved'`),
    check('contact_messages_status_known', sql`status in ('pending', 'in_progress', 'resolved')`),
  ],
);

export const contactAnswers = sqliteTable(
  'contact_answers',
  {
    /** The client chooses the id, so that sending twice gives one mail. */
    id: text().primaryKey(),
    contactId: deletedWith('contact_id', () => contactMessages.id),
    authorId: text('author_id').references(() => members.id, { onDelete: 'set null' }),
    /** The name at that time outlives the account. */
    authorName: text('author_name').notNull(),
    text: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('contact_answers_contact').on(table.contactId, table.createdAt),
    index('contact_answers_author').on(table.authorId),
  ],
);
