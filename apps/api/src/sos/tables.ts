import type { Tool } from '@guilde/contracts/incidents/rules.ts';
import type { Specialty } from '@guilde/contracts/profiles/rules.ts';
import type { SosAddition, SosCategory, SosStatus } from '@guilde/contracts/sos/rules.ts';
import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { ownConversations } from '../conversations/owners.ts';
import { deletedWith } from '../platform/database/columns.ts';

/** SQLite uses a partial index only for a condition in the same words. */
export const unresolved = sql.raw(`status in ('open', 'in_progress')`);

/**
 * `position` is the order of arrival: it pages the feed and keys the full-text index `sos_search`, which triggers fill
 * from `search_text` (folded title and description) and `search_stems`.
 */
export const sosRequests = sqliteTable(
  'sos_requests',
  {
    position: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    userId: text('user_id').references(() => members.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text().notNull(),
    searchText: text('search_text').notNull(),
    searchStems: text('search_stems').notNull().default(''),
    category: text().$type<SosCategory>().notNull(),
    specialties: text({ mode: 'json' }).$type<Specialty[]>().notNull().default([]),
    /** The author chose it; an empty text means none. */
    tool: text().$type<Tool | ''>().notNull().default(''),
    isUrgent: integer('is_urgent', { mode: 'boolean' }).notNull().default(false),
    status: text().$type<SosStatus>().notNull().default('open'),
    /** With `position` it orders the feed: twice the day of creation, plus one while urgent and not ended. */
    feedRank: integer('feed_rank').notNull(),
    viewsCount: integer('views_count').notNull().default(0),
    responsesCount: integer('responses_count').notNull().default(0),
    /** The cited SOS is the author's own, and its solution did not hold. */
    citesId: text('cites_id').references((): AnySQLiteColumn => sosRequests.id, { onDelete: 'set null' }),
    /** Each « Précision » follows the older ones. */
    additions: text({ mode: 'json' }).$type<SosAddition[]>().notNull().default([]),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    correctedAt: integer('corrected_at'),
    resolvedAt: integer('resolved_at'),
    closedAt: integer('closed_at'),
    /** The team may also have resolved it. */
    closedBy: text('closed_by', { enum: ['author', 'team', 'departure'] }),
  },
  (table) => [
    index('sos_requests_feed').on(table.feedRank, table.position),
    index('sos_requests_resolved').on(table.resolvedAt).where(sql`resolved_at is not null`),
    index('sos_requests_unresolved').on(table.feedRank, table.position).where(unresolved),
    index('sos_requests_cites').on(table.citesId).where(sql`cites_id is not null`),
    index('sos_requests_user').on(table.userId, table.feedRank, table.position),
    check('sos_requests_title', sql`length(title) between 1 and 100`),
    check('sos_requests_description', sql`length(description) between 1 and 2000`),
    check('sos_requests_status_known', sql`status in ('open', 'in_progress', 'resolved', 'closed')`),
  ],
);

ownConversations('sos', {
  id: sosRequests.id,
  title: sosRequests.title,
  requesterId: sosRequests.userId,
  outcome: sql`case when ${sosRequests.status} in ('resolved', 'closed') then ${sosRequests.status} end`,
  closedAt: sql`ifnull(${sosRequests.resolvedAt}, ${sosRequests.closedAt})`,
  closedByTeam: sql`${sosRequests.closedBy} is 'team'`,
});

export const sosSpecialties = sqliteTable(
  'sos_specialties',
  {
    specialty: text().$type<Specialty>().notNull(),
    sosPosition: integer('sos_position')
      .notNull()
      .references(() => sosRequests.position, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.specialty, table.sosPosition] }),
    index('sos_specialties_sos').on(table.sosPosition),
  ],
);

/** An SOS is about the tool that was chosen and those that its text named when it was posted. */
export const sosTools = sqliteTable(
  'sos_tools',
  {
    sosId: deletedWith('sos_id', () => sosRequests.id),
    tool: text().$type<Tool>().notNull(),
    /** The SOS was created at this time. */
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sosId, table.tool] }),
    index('sos_tools_recent').on(table.tool, table.createdAt),
  ],
);

/** A member counts once. */
export const sosViews = sqliteTable(
  'sos_views',
  {
    sosId: deletedWith('sos_id', () => sosRequests.id),
    userId: deletedWith('user_id', () => members.id),
    viewedAt: integer('viewed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sosId, table.userId] }), index('sos_views_user').on(table.userId)],
);

export const helpRequests = sqliteTable(
  'help_requests',
  {
    sosId: deletedWith('sos_id', () => sosRequests.id),
    memberId: deletedWith('member_id', () => members.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sosId, table.memberId] }),
    index('help_requests_member').on(table.memberId, table.createdAt),
  ],
);

/** These are the SOS's waves (docs/specification.md#waves). The row is missing before the first. */
export const sosWaves = sqliteTable(
  'sos_waves',
  {
    sosId: text('sos_id')
      .primaryKey()
      .references(() => sosRequests.id, { onDelete: 'cascade' }),
    /** This wave began last. */
    wave: integer().notNull(),
    /** The waves' times count from here: the publication, or later after a reopening. */
    startedAt: integer('started_at').notNull(),
    /** The time is null when no other wave follows. */
    nextAt: integer('next_at'),
    /** Counts the members whom the waves asked. A replacement is not counted, so that no refusal shows. */
    alerted: integer().notNull().default(0),
    /** The administrators were notified at this time. */
    unhelpedAt: integer('unhelped_at'),
  },
  (table) => [check('sos_waves_known', sql`${table.wave} between 1 and 4`)],
);

/** These members were asked to help; nobody else learns it. The rows are erased after 90 days. */
export const sosAlerts = sqliteTable(
  'sos_alerts',
  {
    sosId: deletedWith('sos_id', () => sosRequests.id),
    memberId: deletedWith('member_id', () => members.id),
    wave: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    openedAt: integer('opened_at'),
    declinedAt: integer('declined_at'),
    /** Somebody else was asked at this time instead. */
    replacedAt: integer('replaced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.sosId, table.memberId] }),
    index('sos_alerts_member').on(table.memberId, table.createdAt),
    index('sos_alerts_created').on(table.createdAt, table.memberId),
  ],
);
