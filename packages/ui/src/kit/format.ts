import { serverNow } from './server-time.ts';
/** A text is an ISO date, a number is in milliseconds. */
export type DateInput = string | number | Date;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const locale = 'fr-FR';

const numberFormat = new Intl.NumberFormat(locale);
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const timeFormat = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
const dayMonthFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' });
const dateFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
const shortDateFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });

/** « 12 345 » */
export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** « 4,6 » */
export function formatDecimal(value: number): string {
  return oneDecimal.format(value);
}

/** « 0 membre », « 1 membre », « 2 membres »: the French plural begins at 2. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${numberFormat.format(count)}\u00a0${pluralWord(count, one, many)}`;
}

export function pluralWord(count: number, one: string, many = `${one}s`): string {
  return Math.abs(count) < 2 ? one : many;
}

/** « 3 j », « 5 h », « < 1h » (docs/specification.md#client). */
export function formatAge(date: DateInput, now: DateInput = serverNow()): string {
  const age = toTime(now) - toTime(date);
  if (age >= DAY) return `${Math.floor(age / DAY)}\u00a0j`;
  if (age >= HOUR) return `${Math.floor(age / HOUR)}\u00a0h`;
  return '< 1h';
}

/** Returns the date after more than seven days. */
export function formatAgeOrDate(date: DateInput, now: DateInput = serverNow()): string {
  return toTime(now) - toTime(date) > 7 * DAY ? formatShortDate(date) : formatAge(date, now);
}

/** « 10:02 » in the reader’s time zone. */
export function formatTime(date: DateInput): string {
  return timeFormat.format(toTime(date));
}

/** Returns « Aujourd’hui », « Hier » or « mardi 17 novembre », with the year when it is another. */
export function formatDay(date: DateInput, now: DateInput = serverNow()): string {
  const time = toTime(date);
  const days = calendarDay(toTime(now)) - calendarDay(time);
  if (days === 0) return 'Aujourd’hui';
  if (days === 1) return 'Hier';
  const day = withFirst(dayFormat, time);
  const year = new Date(time).getFullYear();
  return year === new Date(toTime(now)).getFullYear() ? day : `${day} ${year}`;
}

/** « 1er novembre 2026 » */
export function formatDate(date: DateInput): string {
  return withFirst(dateFormat, toTime(date));
}

/** « 17 nov. 2026 », without a line break. */
export function formatShortDate(date: DateInput): string {
  return withFirst(shortDateFormat, toTime(date)).replaceAll(' ', '\u00a0');
}

/** « 17 novembre 2026 à 10:02 » */
export function formatDateTime(date: DateInput): string {
  return `${formatDate(date)} à ${formatTime(date)}`;
}

/** « depuis 2 h du matin », « depuis 14 h 05 », « depuis hier à 14 h », « depuis le 17 novembre à 14 h » */
export function formatSince(date: DateInput, now: DateInput = serverNow()): string {
  const time = new Date(toTime(date));
  const days = calendarDay(toTime(now)) - calendarDay(time.getTime());
  const minutes = time.getMinutes();
  const clock = `${time.getHours()}\u00a0h${minutes > 0 ? `\u00a0${String(minutes).padStart(2, '0')}` : ''}`;
  if (days === 0) return `depuis ${clock}${time.getHours() < 6 ? ' du matin' : ''}`;
  if (days === 1) return `depuis hier à ${clock}`;
  const isThisYear = time.getFullYear() === new Date(toTime(now)).getFullYear();
  return `depuis le ${withFirst(isThisYear ? dayMonthFormat : dateFormat, time.getTime())} à ${clock}`;
}

/** Dates of the same local day have the same key. */
export function dayKey(date: DateInput): string {
  const day = new Date(toTime(date));
  return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`;
}

function toTime(date: DateInput): number {
  return date instanceof Date ? date.getTime() : new Date(date).getTime();
}

/** Counts local days since the epoch by UTC dates, since days with a clock change do not last 24 hours. */
function calendarDay(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
}

/** French writes « 1er » for the first of a month. */
function withFirst(format: Intl.DateTimeFormat, time: number): string {
  return format
    .formatToParts(time)
    .map((part) => (part.type === 'day' && part.value === '1' ? '1er' : part.value))
    .join('');
}
