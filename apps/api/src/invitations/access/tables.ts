import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../../auth/tables.ts';
import { deletedWith } from '../../platform/database/columns.ts';

export const accessLinks = sqliteTable(
  'access_links',
  {
    id: text().primaryKey(),
    /** It opens a form only, so that it is shown to administrators again. */
    code: text().notNull().unique(),
    groupName: text('group_name').notNull(),
    /** The maker is the sponsor. It is null once the account is deleted, which closes the link. */
    makerId: text('maker_id').references(() => members.id, { onDelete: 'set null' }),
    usesMax: integer('uses_max').notNull(),
    endsAt: integer('ends_at').notNull(),
    revokedAt: integer('revoked_at'),
    /** Decided requests are erased; these counts stay. */
    accepted: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('access_links_created').on(table.createdAt, table.id),
    index('access_links_maker').on(table.makerId),
  ],
);

/** Somebody asks to be invited. The address goes with the decision, the rest by the retention. */
export const accessRequests = sqliteTable(
  'access_requests',
  {
    id: text().primaryKey(),
    linkId: deletedWith('link_id', () => accessLinks.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** The name as a list of the team may have it (batchRows). */
    nameKey: text('name_key').notNull(),
    email: text(),
    siren: text().notNull(),
    storeUrl: text('store_url').notNull(),
    status: text({ enum: ['waiting', 'accepted', 'refused'] })
      .notNull()
      .default('waiting'),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
  },
  (table) => [
    uniqueIndex('access_requests_open').on(table.linkId, table.email).where(sql`status = 'waiting'`),
    index('access_requests_waiting').on(table.createdAt, table.id).where(sql`status = 'waiting'`),
    index('access_requests_decided').on(table.decidedAt).where(sql`decided_at is not null`),
    check('access_requests_decision', sql`(status = 'waiting') = (decided_at is null)`),
    check('access_requests_address', sql`(status = 'waiting') = (email is not null)`),
  ],
);

/** A partial index is used for the literal only. */
export const isWaiting = sql`${accessRequests.status} = 'waiting'`;
