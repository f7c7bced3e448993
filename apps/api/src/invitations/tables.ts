import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';

/** The token is derived from the server's secret and the id; only its hash is stored. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text().primaryKey(),
    /** The invitee becomes the first administrator. */
    isFounders: integer('is_founders', { mode: 'boolean' }).notNull().default(false),
    /** It is null for the founder's, and once the inviter's account is deleted. */
    inviterId: text('inviter_id').references(() => members.id, { onDelete: 'set null' }),
    /** It is null for the founder's, and once the inviter's or invitee's account is deleted. */
    email: text(),
    tokenHash: text('token_hash').notNull().unique(),
    status: text({ enum: ['pending', 'accepted'] })
      .notNull()
      .default('pending'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The inviter knows this merchant. It is null for the founder’s and for older invitations. */
    vouchedAt: integer('vouched_at'),
    acceptedAt: integer('accepted_at'),
    invitedUserId: text('invited_user_id').references(() => members.id, { onDelete: 'set null' }),
    /** A completed profile gives the inviter one more invitation, even if the invitee leaves later. */
    completedAt: integer('completed_at'),
  },
  (table) => [
    index('invitations_inviter').on(table.inviterId, table.createdAt, table.id),
    index('invitations_created').on(table.createdAt, table.id),
    index('invitations_status').on(table.status, table.createdAt, table.id),
    uniqueIndex('invitations_invited_user').on(table.invitedUserId).where(sql`invited_user_id is not null`),
    uniqueIndex('invitations_pending_email')
      .on(table.email)
      .where(sql`status = 'pending' and email is not null`),
    index('invitations_expiry').on(table.expiresAt).where(sql`status = 'pending'`),
    check('invitations_accepted', sql`(status = 'accepted') = (accepted_at is not null)`),
  ],
);

/** Their owners refused invitations; only hashes are stored. */
export const invitationObjections = sqliteTable('invitation_objections', {
  addressHash: text('address_hash').primaryKey(),
  createdAt: integer('created_at').notNull(),
});
