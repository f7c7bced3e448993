import type { Theme } from '@guilde/contracts/settings/rules.ts';
import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';

/** Without the row the defaults of the contracts apply. */
export const communitySettings = sqliteTable(
  'community_settings',
  {
    id: integer().primaryKey(),
    voiceMessages: integer('voice_messages', { mode: 'boolean' }).notNull(),
    events: integer({ mode: 'boolean' }).notNull().default(false),
    deals: integer({ mode: 'boolean' }).notNull().default(false),
    benchmarks: integer({ mode: 'boolean' }).notNull().default(false),
    updatedAt: integer('updated_at').notNull(),
  },
  () => [check('community_settings_one', sql`id = 1`)],
);

/** A member without a row has the defaults of the contracts. */
export const memberSettings = sqliteTable(
  'member_settings',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    notifyMessages: integer('notify_messages', { mode: 'boolean' }).notNull(),
    notifyMatching: integer('notify_matching', { mode: 'boolean' }).notNull(),
    sound: integer({ mode: 'boolean' }).notNull(),
    /** « 22:00 » is in the member's own time. Both ends are set or none. */
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    emailUnread: integer('email_unread', { mode: 'boolean' }).notNull(),
    pushExtracts: integer('push_extracts', { mode: 'boolean' }).notNull().default(false),
    emailDigest: integer('email_digest', { mode: 'boolean' }).notNull().default(true),
    notifyAnnouncements: integer('notify_announcements', { mode: 'boolean' }).notNull().default(true),
    emailAnnouncements: integer('email_announcements', { mode: 'boolean' }).notNull().default(true),
    emailReport: integer('email_report', { mode: 'boolean' }).notNull().default(true),
    alertsPerDay: integer('alerts_per_day').notNull().default(3),
    pausedUntil: integer('paused_until'),
    /** « Ne pas déranger » holds until then. */
    quietUntil: integer('quiet_until'),
    urgentInQuietHours: integer('urgent_in_quiet_hours', { mode: 'boolean' }).notNull().default(false),
    /** It is an IANA name. */
    timeZone: text('time_zone').notNull().default('Europe/Paris'),
    theme: text().$type<Theme>().notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  () => [check('member_settings_quiet', sql`(quiet_from is null) = (quiet_to is null)`)],
);
