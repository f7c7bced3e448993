import type { Cms, MainChannel, MonthlyOrders, Sector, Specialty } from '@guilde/contracts/profiles.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';

/** One per account, made at sign-up; a text not yet answered is empty. `completed_at`: all six steps are done. */
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
    cms: text().$type<Cms | ''>().notNull().default(''),
    sector: text().$type<Sector | ''>().notNull().default(''),
    monthlyOrders: text('monthly_orders').$type<MonthlyOrders | ''>().notNull().default(''),
    mainChannel: text('main_channel').$type<MainChannel | ''>().notNull().default(''),
    specialties: text({ mode: 'json' }).$type<Specialty[]>().notNull().default([]),
    bio: text().notNull().default(''),
    isCertified: integer('is_certified', { mode: 'boolean' }).notNull().default(true),
    /** Name of the stored picture without size and ending; null without a picture. */
    avatarKey: text('avatar_key'),
    /** Resolved SOS in which the member was an active helper; set with each resolution, in its transaction. */
    totalHelpCount: integer('total_help_count').notNull().default(0),
    completedAt: integer('completed_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('profiles_top_helpers').on(table.totalHelpCount).where(sql`total_help_count > 0`),
    check('profiles_specialties', sql`json_array_length(${table.specialties}) <= 3`),
    check('profiles_help_count', sql`${table.totalHelpCount} >= 0`),
  ],
);
