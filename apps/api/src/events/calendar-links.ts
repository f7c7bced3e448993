import { randomBytes } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import type { CalendarLink } from '@guilde/contracts/events/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, between, eq, gt, gte, inArray, or } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { isoOrNull } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { hashToken } from '../platform/secrets.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { calendarOf } from './calendar.ts';
import { calendarLinks, eventSeats, events } from './tables.ts';

const READS: Limit = { name: 'calendar:token', points: 60, seconds: 3600 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PAST_MS = 30 * DAY_MS;
const AHEAD_MS = 365 * DAY_MS;
/** A cancelled event stays in the feed for as long, so that programs take it out of the calendar. */
const CANCELLED_MS = 30 * DAY_MS;

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

export async function calendarLinkOf({ db }: Pick<Deps, 'db'>, viewer: Viewer): Promise<CalendarLink> {
  const [link] = await db.orm.select().from(calendarLinks).where(eq(calendarLinks.memberId, viewer.id));
  const isRead = link !== undefined && link.lastReadAt !== link.createdAt;
  return {
    createdAt: isoOrNull(link?.createdAt ?? null),
    lastReadAt: isoOrNull(isRead ? link.lastReadAt : null),
    address: null,
  };
}

/** The address is shown once. A former one answers CALENDAR_LINK_REVOKED from then on. */
export async function renewCalendarLink(deps: LinkDeps, viewer: Viewer): Promise<CalendarLink> {
  const token = randomBytes(16).toString('base64url');
  const now = deps.clock.now();
  const link = { tokenHash: hashToken(token), createdAt: now, lastReadAt: now };
  await deps.db.write((tx) =>
    tx.orm
      .insert(calendarLinks)
      .values({ memberId: viewer.id, ...link })
      .onConflictDoUpdate({ target: calendarLinks.memberId, set: link }),
  );
  const address = `${deps.config.publicUrl}/api/calendar/${token}.ics`;
  return { ...(await calendarLinkOf(deps, viewer)), address };
}

export async function revokeCalendarLink({ db }: Pick<Deps, 'db'>, viewer: Viewer): Promise<void> {
  await db.write((tx) => tx.orm.delete(calendarLinks).where(eq(calendarLinks.memberId, viewer.id)));
}

/** `since` is in milliseconds. */
export async function revokeCalendarLinkSince({ orm }: Tx, memberId: string, since: number): Promise<void> {
  await orm
    .delete(calendarLinks)
    .where(and(eq(calendarLinks.memberId, memberId), gte(calendarLinks.createdAt, since)));
}

/**
 * The feed of who is suspended, or while the community has no events, is empty: programs would drop a
 * calendar that answers an error. @throws CALENDAR_LINK_REVOKED
 */
export async function readFeed(deps: LinkDeps & Pick<Deps, 'limits'>, token: string): Promise<string> {
  const { db, clock, config, limits } = deps;
  const [link] = await db.orm
    .select({ link: calendarLinks, suspendedAt: members.suspendedAt })
    .from(calendarLinks)
    .innerJoin(members, eq(members.id, calendarLinks.memberId))
    .where(eq(calendarLinks.tokenHash, hashToken(token)));
  if (!link) throw new AppError('CALENDAR_LINK_REVOKED');
  const { memberId, createdAt, lastReadAt, tokenHash } = link.link;
  // An invented address is not counted: each would be remembered for an hour.
  await limits.consume(READS, tokenHash);
  const now = clock.now();
  if (lastReadAt === createdAt || now - lastReadAt >= HOUR_MS)
    await db.write((tx) =>
      tx.orm.update(calendarLinks).set({ lastReadAt: now }).where(eq(calendarLinks.tokenHash, tokenHash)),
    );
  const isShown = link.suspendedAt === null && (await communitySettingsOf(db.orm)).events;
  return calendarOf(config, isShown ? await entriesOf(db.orm, memberId, now) : []);
}

/** Returns the events that the member hosts, comes to or waits for. */
async function entriesOf(queries: Queries, memberId: string, now: number) {
  const isNear = between(events.startsAt, now - PAST_MS, now + AHEAD_MS);
  const isCancelled = and(eq(events.status, 'cancelled'), gt(events.cancelledAt, now - CANCELLED_MS));
  const isIn = and(isNear, or(eq(events.status, 'published'), isCancelled));
  const [seated, hosted] = await Promise.all([
    queries
      .select({ event: events, state: eventSeats.state })
      .from(eventSeats)
      .innerJoin(events, and(eq(events.id, eventSeats.eventId), isIn))
      .where(and(eq(eventSeats.memberId, memberId), inArray(eventSeats.state, ['going', 'waiting'])))
      .orderBy(asc(events.startsAt), asc(events.id)),
    queries
      .select({ event: events })
      .from(events)
      .where(and(eq(events.hostId, memberId), isIn))
      .orderBy(asc(events.startsAt), asc(events.id)),
  ]);
  return [
    ...seated.map(({ event, state }) => ({ event, isWaiting: state === 'waiting' })),
    ...hosted.map(({ event }) => ({ event, isWaiting: false })),
  ];
}
