import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type * as output from './output.ts';
import { addDays } from './time.ts';

/** See docs/specification.md#events. */
export const EVENT_KINDS = [
  {
    id: 'room',
    label: 'Room',
    hint: 'Huit personnes au plus, un sujet, quelqu’un qui l’a vécu',
    seatsMax: 8,
  },
  { id: 'workshop', label: 'Atelier', hint: 'Cinquante personnes au plus, en ligne', seatsMax: 50 },
  { id: 'meeting', label: 'Rencontre', hint: 'Soixante personnes au plus, dans un lieu', seatsMax: 60 },
] as const;

export type EventKind = (typeof EVENT_KINDS)[number]['id'];

export const EVENT_TITLE_MAX = 100;
export const EVENT_DESCRIPTION_MAX = 2000;
export const EVENT_ADDRESS_MAX = 200;
export const EVENT_CITY_MAX = 80;
export const EVENT_LINK_MAX = 300;
export const EVENT_REASON_MAX = 300;
export const EVENT_SEATS_MIN = 3;
export const EVENT_MINUTES_MIN = 15;
export const EVENT_MINUTES_MAX = 480;
export const COHOSTS_MAX = 3;
export const OCCURRENCES_MAX = 12;
export const OPEN_ROOMS_MAX = 2;
export const EVENTS_PER_DAY_MAX = 20;
export const EVENTS_PER_MEMBER_MAX = 10;
export const EVENT_AHEAD_HOURS = 2;
export const EVENT_AHEAD_DAYS = 180;
export const EVENTS_PAGE = 30;
export const EVENT_NOTES_MAX = 4000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The link of the call is shown from then on, and the event is said to be running. */
export const LINK_BEFORE_MS = 15 * MINUTE_MS;
/** A freed seat is given at once until then; later it is offered for a while. */
export const GIVEN_BEFORE_MS = 3 * HOUR_MS;
export const OFFER_MS = 30 * MINUTE_MS;
export const ATTENDANCE_MS = 7 * DAY_MS;
export const CONVERSATION_OPEN_MS = 7 * DAY_MS;
export const ARCHIVED_MS = 90 * DAY_MS;
/** So many absences in this time send a member to the waiting list for a while. */
export const ABSENCES_MAX = 3;
export const ABSENCES_MS = 90 * DAY_MS;
export const WAITING_ONLY_MS = 60 * DAY_MS;
/** A seat that is still free on the last day is for them too. */
export const WAITING_ONLY_UNTIL_MS = DAY_MS;
/** The host sees sums of « Ça t’a servi ? » from so many answers on. */
export const USEFUL_MIN = 5;

export const REPEATS = [
  { id: 'none', label: 'Une seule fois' },
  { id: 'weekly', label: 'Chaque semaine' },
  { id: 'fortnightly', label: 'Toutes les deux semaines' },
  { id: 'monthly', label: 'Chaque mois, le même jour de la semaine' },
] as const;

export type Repeat = (typeof REPEATS)[number]['id'];

export const USEFUL = [
  { id: 'yes', label: 'Oui' },
  { id: 'little', label: 'Un peu' },
  { id: 'no', label: 'Non' },
] as const;

export type Useful = (typeof USEFUL)[number]['id'];

/** A workshop of a member is `proposed` until the team approves it. */
export type EventStatus = z.infer<typeof output.eventStatusOutput>;
export type SeatState = z.infer<typeof output.seatStateOutput>;
export type Event = z.infer<typeof output.eventOutput>;
export type EventDetail = z.infer<typeof output.eventDetailOutput>;
export type EventPage = z.infer<typeof output.eventPageOutput>;
export type CalendarLink = z.infer<typeof output.calendarLinkOutput>;

export type EventPhase = 'coming' | 'running' | 'held' | 'archived';

type Times = Pick<Event, 'startsAt' | 'minutes'>;

/** Gives milliseconds, as do the instants of stored events; those of answers are text. */
export function endOf({ startsAt, minutes }: { startsAt: string | number; minutes: number }): number {
  return new Date(startsAt).getTime() + minutes * MINUTE_MS;
}

/** `now` is in milliseconds. */
export function phaseOf(event: Times, now: number): EventPhase {
  const end = endOf(event);
  if (now < Date.parse(event.startsAt) - LINK_BEFORE_MS) return 'coming';
  if (now < end) return 'running';
  return now < end + ARCHIVED_MS ? 'held' : 'archived';
}

/** A seat can be taken until the end; somebody may come late. */
export function denyAnswer(event: Times & Pick<Event, 'status' | 'isHost'>, now: number): ErrorCode | null {
  if (event.status === 'cancelled') return 'EVENT_CANCELLED';
  if (event.status === 'proposed') return 'NOT_FOUND';
  if (event.isHost) return 'EVENT_OWN';
  const phase = phaseOf(event, now);
  return phase === 'coming' || phase === 'running' ? null : 'EVENT_ENDED';
}

/** An event that runs keeps its hour and its place. Its link may change, as guests see only then that it is dead. */
export function denyChange(event: Times & Pick<Event, 'status'>, now: number): ErrorCode | null {
  if (event.status === 'cancelled') return 'EVENT_CANCELLED';
  const phase = phaseOf(event, now);
  if (phase === 'running') return 'EVENT_RUNNING';
  return phase === 'coming' ? null : 'EVENT_ENDED';
}

/** The host says who came, from the beginning until a week after the end. */
export function denyAttendance(event: Times & Pick<Event, 'status'>, now: number): ErrorCode | null {
  if (event.status === 'cancelled') return 'EVENT_CANCELLED';
  if (now < Date.parse(event.startsAt)) return 'EVENT_NOT_STARTED';
  return now > endOf(event) + ATTENDANCE_MS ? 'EVENT_ENDED' : null;
}

/** Hosts write what was said once it has begun. */
export function denyNotes(
  { startsAt, status }: Pick<Event, 'startsAt' | 'status'>,
  now: number,
): ErrorCode | null {
  if (status === 'cancelled') return 'EVENT_CANCELLED';
  return status === 'published' && now >= Date.parse(startsAt) ? null : 'EVENT_NOT_STARTED';
}

/** `absences` are the beginnings of missed events, in milliseconds (docs/specification.md#events). */
export function isWaitingOnly(absences: readonly number[], now: number): boolean {
  const latest = absences.toSorted((a, b) => b - a);
  return latest.some((at, index) => {
    const first = latest[index + ABSENCES_MAX - 1];
    return first !== undefined && at - first <= ABSENCES_MS && now - at <= WAITING_ONLY_MS;
  });
}

type Said = { answeredAt: number; confirmedAt: number | null };

/** Since the member last said that they come, the event was moved, or its last day began. */
export function isAskedAgain(
  { answeredAt, confirmedAt }: Said,
  event: { startsAt: number; movedAt: number | null },
  now: number,
): boolean {
  const said = Math.max(answeredAt, confirmedAt ?? 0);
  const lastDay = event.startsAt - DAY_MS;
  return now < event.startsAt && (said < (event.movedAt ?? 0) || (said < lastDay && now >= lastDay));
}

/** Gives the local times of a series, the first one included. */
export function occurrences(localStart: string, repeat: Repeat, count: number): string[] {
  if (repeat === 'none') return [localStart];
  return Array.from({ length: count }, (_, index) => {
    if (repeat === 'weekly') return addDays(localStart, 7 * index);
    return repeat === 'fortnightly' ? addDays(localStart, 14 * index) : sameWeekday(localStart, index);
  });
}

/** The second Tuesday stays the second Tuesday; a fifth one is the last where a month has four. */
function sameWeekday(localStart: string, months: number): string {
  const first = new Date(`${localStart}Z`);
  const week = Math.ceil(first.getUTCDate() / 7);
  const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1));
  const toWeekday = (first.getUTCDay() - month.getUTCDay() + 7) % 7;
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  const day = 1 + toWeekday + 7 * (week - 1);
  month.setUTCDate(day > days ? day - 7 : day);
  return `${month.toISOString().slice(0, 10)}${localStart.slice(10)}`;
}
