import {
  CONVERSATION_OPEN_MS,
  type EventKind,
  type EventStatus,
  type SeatState,
  type Useful,
} from '@guilde/contracts/events/rules.ts';
import type { Specialty } from '@guilde/contracts/profiles/rules.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { ownConversations } from '../conversations/owners.ts';
import { deletedWith } from '../platform/database/columns.ts';
import { communitySettings } from '../settings/tables.ts';

/** Each occurrence of a series is a row of its own, with its own seats. */
export const events = sqliteTable(
  'events',
  {
    id: text().primaryKey(),
    kind: text().$type<EventKind>().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** It is null once the account is deleted and nobody took over, which cancels the event. */
    hostId: text('host_id').references(() => members.id, { onDelete: 'set null' }),
    /** The local time and the zone are the truth; `starts_at` is derived from them. */
    localStart: text('local_start').notNull(),
    timeZone: text('time_zone').notNull(),
    startsAt: integer('starts_at').notNull(),
    minutes: integer().notNull(),
    capacity: integer().notNull(),
    /** Counts the seats that are held: those who come, without hosts, and those that are offered. */
    taken: integer().notNull().default(0),
    city: text().notNull().default(''),
    address: text().notNull().default(''),
    link: text().notNull().default(''),
    specialties: text({ mode: 'json' }).$type<Specialty[]>().notNull().default([]),
    status: text().$type<EventStatus>().notNull(),
    /** The SEQUENCE of iCalendar grows with the hour, the end, the place and the cancellation. */
    revision: integer().notNull().default(0),
    seriesId: text('series_id'),
    cancelReason: text('cancel_reason').notNull().default(''),
    /** After it, everybody who comes is asked whether they still do. */
    movedAt: integer('moved_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    cancelledAt: integer('cancelled_at'),
  },
  (table) => [
    index('events_start').on(table.startsAt, table.id),
    index('events_host').on(table.hostId, table.startsAt),
    index('events_series').on(table.seriesId, table.startsAt).where(sql`series_id is not null`),
    index('events_created').on(table.createdAt),
    check('events_seats', sql`taken between 0 and capacity`),
  ],
);

/** The conversation of an event ends at this time, in milliseconds. */
export const conversationEnd = sql<number>`${events.startsAt} + ${events.minutes} * 60000 + ${sql.raw(String(CONVERSATION_OPEN_MS))}`;

/** Without an end it is closed because the community has no events for now. */
ownConversations('event', {
  id: events.id,
  title: events.title,
  requesterId: events.hostId,
  outcome: sql`case when conversations.status = 'closed' then 'closed' end`,
  closedAt: sql`case when conversations.status = 'closed' and (select ${communitySettings.events} from ${communitySettings} where ${communitySettings.id} = 1) then ${conversationEnd} end`,
  closedByTeam: sql`0`,
});

/** Cohosts have a seat too, which does not count. */
export const eventSeats = sqliteTable(
  'event_seats',
  {
    eventId: deletedWith('event_id', () => events.id),
    memberId: deletedWith('member_id', () => members.id),
    isCohost: integer('is_cohost', { mode: 'boolean' }).notNull().default(false),
    state: text().$type<SeatState>().notNull(),
    /** It orders the waiting list. */
    queuedAt: integer('queued_at'),
    /** A freed seat is held for a member who waits until then. */
    offeredUntil: integer('offered_until'),
    answeredAt: integer('answered_at').notNull(),
    /** The member said again that they come, after a change or on the day before. */
    confirmedAt: integer('confirmed_at'),
    attended: integer({ mode: 'boolean' }),
    useful: text().$type<Useful>(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.memberId] }),
    index('event_seats_member').on(table.memberId, table.state),
    index('event_seats_queue').on(table.eventId, table.queuedAt).where(sql`state = 'waiting'`),
    index('event_seats_absent').on(table.memberId).where(sql`attended = 0`),
  ],
);

/** A member has one address of their calendar at most; only its hash is stored. */
export const calendarLinks = sqliteTable(
  'calendar_links',
  {
    memberId: text('member_id')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    lastReadAt: integer('last_read_at').notNull(),
  },
  (table) => [
    uniqueIndex('calendar_links_token').on(table.tokenHash),
    index('calendar_links_read').on(table.lastReadAt),
  ],
);
