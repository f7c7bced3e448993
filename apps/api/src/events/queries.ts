import { AppError } from '@guilde/contracts/errors.ts';
import type { eventsQuery } from '@guilde/contracts/events/input.ts';
import {
  ARCHIVED_MS,
  denyAnswer,
  EVENT_MINUTES_MAX,
  EVENTS_PAGE,
  type Event,
  type EventDetail,
  type EventPage,
  isAskedAgain,
  LINK_BEFORE_MS,
  USEFUL,
  USEFUL_MIN,
} from '@guilde/contracts/events/rules.ts';
import { denyBackOffice, type Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import { foldedWords } from '../platform/database/search.ts';
import type { Deps } from '../platform/deps.ts';
import { pageOf, readTimeCursor, timeCursor } from '../platform/paging.ts';
import { memberRefColumns, toMemberRef } from '../profiles/members.ts';
import { profiles } from '../profiles/tables.ts';
import { eventSeats, events } from './tables.ts';
import { mustWait } from './waiting-only.ts';

const MINUTE_MS = 60_000;
const own = alias(eventSeats, 'own');
export const endsAt = sql`${events.startsAt} + ${events.minutes} * ${MINUTE_MS}`;
const position = sql<number>`(select count(*) from event_seats q where q.event_id = ${events.id} and q.state = 'waiting'
  and (q.queued_at, q.member_id) <= (${own.queuedAt}, ${own.memberId}))`;

/** The caller filters, orders and limits. */
export function selectEvents(queries: Queries, viewer: Pick<Viewer, 'id'>) {
  return queries
    .select({ event: events, host: memberRefColumns, seat: own, position })
    .from(events)
    .leftJoin(profiles, eq(profiles.userId, events.hostId))
    .leftJoin(own, and(eq(own.eventId, events.id), eq(own.memberId, viewer.id)))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectEvents>>[number];
export type EventRow = typeof events.$inferSelect;

export function toEvent(
  { event, host, seat, position: place }: Row,
  viewer: Pick<Viewer, 'id'>,
  now: number,
): Event {
  const isWaiting = seat?.state === 'waiting';
  return {
    id: event.id,
    kind: event.kind,
    title: event.title,
    localStart: event.localStart,
    timeZone: event.timeZone,
    startsAt: iso(event.startsAt),
    minutes: event.minutes,
    capacity: event.capacity,
    taken: event.taken,
    city: event.city,
    specialties: event.specialties,
    status: event.status,
    revision: event.revision,
    seriesId: event.seriesId,
    host: host && toMemberRef(host),
    isHost: event.hostId === viewer.id || seat?.isCohost === true,
    seat: seat && {
      state: seat.state,
      position: isWaiting ? place : null,
      offeredUntil: isoOrNull(isWaiting ? seat.offeredUntil : null),
      isAsked: seat.state === 'going' && !seat.isCohost && isAskedAgain(seat, event, now),
    },
  };
}

export function seatOf({ eventId, memberId }: { eventId: string; memberId: string }) {
  return and(eq(eventSeats.eventId, eventId), eq(eventSeats.memberId, memberId));
}

/** The condition holds for the seat of one who comes and does not host. */
export function guestOf(eventId: string) {
  return and(eq(eventSeats.eventId, eventId), eq(eventSeats.state, 'going'), eq(eventSeats.isCohost, false));
}

/** Throws NOT_FOUND, also for a proposal of another that the team has not approved. */
async function rowFor(queries: Queries, viewer: Viewer, id: string, now: number) {
  const [row] = await selectEvents(queries, viewer).where(eq(events.id, id));
  const event = row && toEvent(row, viewer, now);
  if (!event || (event.status === 'proposed' && !event.isHost && denyBackOffice(viewer)))
    throw new AppError('NOT_FOUND');
  return { row, event };
}

/** Throws NOT_FOUND. */
export async function eventFor(queries: Queries, viewer: Viewer, id: string, now: number) {
  const { row, event } = await rowFor(queries, viewer, id, now);
  return { ...event, stored: row.event };
}

/** What only hosts, or those who come, may see is left empty for others. Throws NOT_FOUND. */
export async function eventDetail(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<EventDetail> {
  const now = clock.now();
  const { row, event } = await rowFor(db.orm, viewer, id, now);
  const { stored, isInside } = { stored: row.event, isInside: event.isHost || event.seat?.state === 'going' };
  const isWithout = event.seat?.state !== 'going' && denyAnswer(event, now) === null;
  const [seats, series, clash, hasToWait] = await Promise.all([
    seatsOf(db.orm, id),
    seriesOf(db.orm, stored),
    clashOf(db.orm, viewer, stored),
    isWithout && mustWait(db.orm, stored, { memberId: viewer.id }, now),
  ]);
  const going = seats.filter(({ seat }) => seat.state === 'going');
  const guests = going.filter(({ seat }) => !seat.isCohost);
  const members = (rows: typeof seats) => rows.map(({ member }) => toMemberRef(member));
  const isOpen = isInside && now >= stored.startsAt - LINK_BEFORE_MS;
  return {
    ...event,
    description: stored.description,
    address: isInside ? stored.address : '',
    link: (event.isHost || isOpen) && stored.link ? stored.link : null,
    hasLink: stored.link !== '',
    cancelReason: stored.cancelReason,
    cohosts: members(going.filter(({ seat }) => seat.isCohost)),
    waiting: seats.filter(({ seat }) => seat.state === 'waiting').length,
    participants: isInside ? members(guests) : [],
    series,
    seats: event.isHost
      ? seats.flatMap(({ seat, member }) => {
          if (seat.isCohost || seat.state === 'declined') return [];
          const { state, attended } = seat;
          return {
            member: toMemberRef(member),
            state,
            attended,
            isConfirmed: !isAskedAgain(seat, stored, now),
          };
        })
      : null,
    useful: row.seat?.useful ?? null,
    usefulSums: event.isHost ? usefulSums(guests.map(({ seat }) => seat.useful)) : null,
    clash,
    mustWait: hasToWait,
  };
}

function seatsOf(queries: Queries, eventId: string) {
  return queries
    .select({ seat: eventSeats, member: memberRefColumns })
    .from(eventSeats)
    .innerJoin(profiles, eq(profiles.userId, eventSeats.memberId))
    .where(eq(eventSeats.eventId, eventId))
    .orderBy(asc(eventSeats.answeredAt), asc(eventSeats.memberId));
}

async function seriesOf(queries: Queries, { seriesId }: EventRow): Promise<EventDetail['series']> {
  if (seriesId === null) return [];
  const rows = await queries
    .select({ id: events.id, startsAt: events.startsAt, status: events.status })
    .from(events)
    .where(and(eq(events.seriesId, seriesId), ne(events.status, 'proposed')))
    .orderBy(asc(events.startsAt));
  return rows.map((row) => ({ ...row, startsAt: iso(row.startsAt) }));
}

/** The condition holds for what the member hosts or comes to. */
function isOwn(viewer: Pick<Viewer, 'id'>, states: ('going' | 'waiting')[]): SQL | undefined {
  return or(eq(events.hostId, viewer.id), inArray(own.state, states));
}

async function clashOf(queries: Queries, viewer: Viewer, { id, startsAt, minutes }: EventRow) {
  const [found] = await selectEvents(queries, viewer)
    .where(
      and(
        eq(events.status, 'published'),
        sql`${events.startsAt} between ${startsAt - EVENT_MINUTES_MAX * MINUTE_MS} and ${startsAt + minutes * MINUTE_MS}`,
        sql`${endsAt} > ${startsAt} and ${events.startsAt} < ${startsAt + minutes * MINUTE_MS}`,
        ne(events.id, id),
        isOwn(viewer, ['going']),
      ),
    )
    .limit(1);
  return found ? { id: found.event.id, title: found.event.title } : null;
}

function usefulSums(answers: readonly (string | null)[]): EventDetail['usefulSums'] {
  const given = answers.filter((answer) => answer !== null);
  if (given.length < USEFUL_MIN) return null;
  const [yes = 0, little = 0, no = 0] = USEFUL.map(({ id }) => given.filter((one) => one === id).length);
  return { yes, little, no };
}

/** They are few, so that no index of titles is kept: a search reads at most so many, the soonest first. */
const SEARCHED_MAX = 500;

async function titledIds(queries: Queries, q: string, now: number): Promise<string[]> {
  const words = foldedWords(q);
  const rows = await queries
    .select({ id: events.id, title: events.title })
    .from(events)
    .where(sql`${events.startsAt} > ${now - EVENT_MINUTES_MAX * MINUTE_MS}`)
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(SEARCHED_MAX);
  const isTitled = ({ title }: (typeof rows)[number]) => {
    const known = foldedWords(title);
    return words.every((word) => known.some((one) => one.startsWith(word)));
  };
  return words.length === 0 ? [] : rows.filter(isTitled).map(({ id }) => id);
}

type Asked = typeof eventsQuery._output;

/** Coming events begin with the next one, past ones with the last; archived ones are found by their address. */
export async function listEvents(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { scope, kind, specialty, place, month, q, cursor }: Asked,
): Promise<EventPage> {
  const now = clock.now();
  const isPast = scope === 'past';
  const after = cursor ? readTimeCursor(cursor) : undefined;
  const isListed = and(
    scope === 'mine' ? isOwn(viewer, ['going', 'waiting']) : eq(events.status, 'published'),
    isPast
      ? sql`${endsAt} <= ${now} and ${events.startsAt} between ${now - ARCHIVED_MS} and ${now}`
      : sql`${endsAt} > ${now} and ${events.startsAt} > ${now - EVENT_MINUTES_MAX * MINUTE_MS}`,
    kind === 'all' ? undefined : eq(events.kind, kind),
    specialty === 'all'
      ? undefined
      : sql`exists (select 1 from json_each(${events.specialties}) where value = ${specialty})`,
    place === 'all' || place === '' ? undefined : eq(events.city, place === 'online' ? '' : place),
    q === '' ? undefined : inArray(events.id, await titledIds(db.orm, q, now)),
    month === undefined ? undefined : sql`substr(${events.localStart}, 1, 7) = ${month}`,
  );
  const beyond =
    after && sql`(${events.startsAt}, ${events.id}) ${isPast ? sql`<` : sql`>`} (${after.at}, ${after.id})`;
  const order = isPast ? desc : asc;
  const [rows, cities] = await Promise.all([
    selectEvents(db.orm, viewer)
      .where(and(isListed, beyond))
      .orderBy(order(events.startsAt), order(events.id))
      .limit(EVENTS_PAGE + 1),
    db.orm
      .selectDistinct({ city: events.city })
      .from(events)
      .where(and(eq(events.status, 'published'), sql`${events.startsAt} > ${now}`, ne(events.city, '')))
      .orderBy(asc(events.city))
      .limit(EVENTS_PAGE),
  ]);
  const page = pageOf(rows, EVENTS_PAGE, ({ event }) => timeCursor(event.startsAt, event.id));
  return {
    items: page.rows.map((row) => toEvent(row, viewer, now)),
    nextCursor: page.nextCursor,
    cities: cities.map(({ city }) => city),
  };
}

/** Open pages read the event again after the commit; a proposal is seen by its host only. */
export function publishEvent(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  { id, status, hostId }: Pick<EventRow, 'id' | 'status' | 'hostId'>,
): void {
  const to = status === 'proposed' ? (hostId ? [hostId] : []) : ('everyone' as const);
  tx.afterCommit(() => live.publish(to, { type: 'event.changed', eventId: id }));
}
