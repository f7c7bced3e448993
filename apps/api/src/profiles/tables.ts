import type {
  Carrier,
  Cms,
  HideableField,
  MainChannel,
  MonthlyOrders,
  Payment,
  Sector,
  Specialty,
} from '@guilde/contracts/profiles/rules.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';

/** A profile exists from sign-up. Unanswered texts are empty. `completed_at` means all six steps. */
export const profiles = sqliteTable(
  'profiles',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    storeName: text('store_name').notNull().default(''),
    storeUrl: text('store_url').notNull().default(''),
    /** The number has nine digits and is never shown to other members. */
    siren: text(),
    cms: text().$type<Cms | ''>().notNull().default(''),
    payments: text({ mode: 'json' }).$type<Payment[]>().notNull().default([]),
    carriers: text({ mode: 'json' }).$type<Carrier[]>().notNull().default([]),
    sector: text().$type<Sector | ''>().notNull().default(''),
    monthlyOrders: text('monthly_orders').$type<MonthlyOrders | ''>().notNull().default(''),
    mainChannel: text('main_channel').$type<MainChannel | ''>().notNull().default(''),
    specialties: text({ mode: 'json' }).$type<Specialty[]>().notNull().default([]),
    bio: text().notNull().default(''),
    /** The fields named here are shown to members who share a conversation of an SOS with this one (visibility.ts). */
    conversationsOnly: text('conversations_only', { mode: 'json' })
      .$type<HideableField[]>()
      .notNull()
      .default([]),
    isCertified: integer('is_certified', { mode: 'boolean' }).notNull().default(true),
    /** This is the last change of the certification. */
    certificationAt: integer('certification_at').notNull().default(0),
    /** The team's reason is empty since the invitation. */
    certificationReason: text('certification_reason').notNull().default(''),
    /** The team accepted what the member showed of their company at this time; it ends with the certification. */
    provenAt: integer('proven_at'),
    /** The key has no size or extension, and is null without a picture. */
    avatarKey: text('avatar_key'),
    /** The count of resolved SOS with this active helper changes with each resolution. */
    totalHelpCount: integer('total_help_count').notNull().default(0),
    /** The community's mean rating, in hundredths, when the member's score was last renewed. */
    ratingPrior: integer('rating_prior'),
    /** The words are folded; triggers copy them to `profile_words`. */
    searchWords: text('search_words', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** The folded name is empty for profiles older than the directory. */
    sortKey: text('sort_key').notNull().default(''),
    completedAt: integer('completed_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('profiles_top_helpers').on(table.totalHelpCount).where(sql`total_help_count > 0`),
    index('profiles_names').on(table.sortKey, table.userId),
    index('profiles_helps').on(table.totalHelpCount, table.userId),
    index('profiles_directory').on(table.sortKey, table.userId).where(sql`completed_at is not null`),
    uniqueIndex('profiles_siren').on(table.siren).where(sql`siren is not null`),
    check('profiles_specialties', sql`json_array_length(${table.specialties}) <= 3`),
    check('profiles_help_count', sql`${table.totalHelpCount} >= 0`),
  ],
);

/** Triggers fill the table from `profiles.search_words`. */
export const profileWords = sqliteTable(
  'profile_words',
  {
    word: text().notNull(),
    userId: deletedWith('user_id', () => profiles.userId),
  },
  (table) => [
    primaryKey({ columns: [table.word, table.userId] }),
    index('profile_words_user').on(table.userId),
  ],
);

/** Triggers fill the table from `profiles.specialties`. */
export const profileSpecialties = sqliteTable(
  'profile_specialties',
  {
    specialty: text().$type<Specialty>().notNull(),
    userId: deletedWith('user_id', () => profiles.userId),
  },
  (table) => [
    primaryKey({ columns: [table.specialty, table.userId] }),
    index('profile_specialties_user').on(table.userId),
  ],
);

/** Triggers fill the platform, payment providers and carriers from `profiles`. */
export const profileTools = sqliteTable(
  'profile_tools',
  {
    tool: text().$type<Cms | Payment | Carrier>().notNull(),
    userId: deletedWith('user_id', () => profiles.userId),
  },
  (table) => [
    primaryKey({ columns: [table.tool, table.userId] }),
    index('profile_tools_user').on(table.userId),
  ],
);

/** Nobody learns of a block, which is read in both directions. */
export const memberBlocks = sqliteTable(
  'member_blocks',
  {
    blockerId: deletedWith('blocker_id', () => members.id),
    blockedId: deletedWith('blocked_id', () => members.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('member_blocks_blocked').on(table.blockedId, table.blockerId),
  ],
);

/** The row is deleted with the decision. The team's queue has it from `waits_from`. */
export const certificationEvidence = sqliteTable(
  'certification_evidence',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    askedAt: integer('asked_at').notNull(),
    waitsFrom: integer('waits_from').notNull(),
    /** The key is noted before the bytes are stored. */
    fileKey: text('file_key'),
    fileType: text('file_type'),
    fileName: text('file_name'),
    fileBytes: integer('file_bytes'),
    sentAt: integer('sent_at'),
  },
  (table) => [
    index('certification_evidence_asked').on(table.askedAt),
    index('certification_evidence_waiting').on(table.waitsFrom, table.userId),
  ],
);
