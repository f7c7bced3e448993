import type { KnownProfile } from '@guilde/contracts/bulk-invitations/rules.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';
import { accessLinks } from './access/tables.ts';

/** An administrator invited these merchants at once, by a list. */
export const invitationBatches = sqliteTable(
  'invitation_batches',
  {
    id: text().primaryKey(),
    /** It is of the list's rows, so that the same list sent again is the same batch. */
    listHash: text('list_hash').notNull().unique(),
    title: text().notNull(),
    message: text().notNull(),
    /** It is null once the account is deleted, and the name is empty then. */
    authorId: text('author_id').references(() => members.id, { onDelete: 'set null' }),
    authorName: text('author_name').notNull(),
    invited: integer().notNull(),
    remindedAt: integer('reminded_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('invitation_batches_created').on(table.createdAt, table.id),
    index('invitation_batches_author').on(table.authorId),
  ],
);

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
    /** Such an invitation costs and earns no places (docs/decisions.md#invitations). */
    batchId: text('batch_id').references(() => invitationBatches.id),
    /** The same holds for this one. */
    accessLinkId: text('access_link_id').references(() => accessLinks.id),
    /** It is what the invitee said when asking by the link, erased once the profile is complete. */
    known: text({ mode: 'json' }).$type<KnownProfile>(),
  },
  (table) => [
    index('invitations_batch').on(table.batchId).where(sql`batch_id is not null`),
    index('invitations_access_link').on(table.accessLinkId).where(sql`access_link_id is not null`),
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

/** It is what a list says of one merchant, erased with the invitation and once the profile is complete. */
export const batchRows = sqliteTable(
  'batch_rows',
  {
    id: text().primaryKey(),
    batchId: deletedWith('batch_id', () => invitationBatches.id),
    /** It is null for a row without an address, whose name waits for an access link. */
    invitationId: text('invitation_id').references(() => invitations.id, { onDelete: 'cascade' }),
    known: text({ mode: 'json' }).$type<KnownProfile>(),
    /** It is the folded name of a row without an address, else empty. */
    nameKey: text('name_key').notNull().default(''),
    /** Providers limit mails by the domain of the address. */
    mailDomain: text('mail_domain').notNull().default(''),
    mailsSent: integer('mails_sent').notNull().default(0),
    mailedAt: integer('mailed_at'),
    /** It is null when no further mail follows. */
    nextMailAt: integer('next_mail_at'),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('batch_rows_batch').on(table.batchId),
    uniqueIndex('batch_rows_invitation').on(table.invitationId).where(sql`invitation_id is not null`),
    index('batch_rows_name').on(table.nameKey).where(sql`name_key <> ''`),
    index('batch_rows_due').on(table.mailDomain, table.nextMailAt).where(sql`next_mail_at is not null`),
    index('batch_rows_mailed').on(table.mailDomain, table.mailedAt),
    index('batch_rows_expiry').on(table.expiresAt).where(sql`invitation_id is null`),
  ],
);

/** A partial index is used for the literal only. */
export const isUnaddressed = sql`${batchRows.nameKey} <> ''`;

/** Their owners refused invitations; only hashes are stored. */
export const invitationObjections = sqliteTable('invitation_objections', {
  addressHash: text('address_hash').primaryKey(),
  createdAt: integer('created_at').notNull(),
});
