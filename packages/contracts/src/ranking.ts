import { isEnded, type Sos, type SosDateFilter } from './sos.ts';

const DAY_MS = 86_400_000;
const parisDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' });

/** Days from 1 January 1970 to the date in Paris at an instant (milliseconds). */
export function parisDay(instant: number): number {
  return Date.parse(`${parisDate.format(instant)}T00:00:00Z`) / DAY_MS;
}

/** The instant (milliseconds) at which a day of Paris begins, from days since 1 January 1970; one or two hours before UTC's. */
export function parisMidnight(day: number): number {
  const winter = day * DAY_MS - 3_600_000;
  return parisDay(winter - 1) === day ? winter - 3_600_000 : winter;
}

/** Place in the feed: newer days first; within a day, what is urgent and not ended. */
export function feedRank(createdAt: number, isRaised: boolean): number {
  return 2 * parisDay(createdAt) + (isRaised ? 1 : 0);
}

/** Lowest rank of the SOS that a date filter keeps: created today, since Monday, or since the 1st; null for all. */
export function lowestRank(filter: SosDateFilter, now: number): number | null {
  if (filter === 'all') return null;
  const today = parisDay(now);
  const date = new Date(today * DAY_MS);
  if (filter === 'week') return 2 * (today - ((date.getUTCDay() + 6) % 7));
  return 2 * (filter === 'month' ? today - date.getUTCDate() + 1 : today);
}

/** The feed's order, on both sides: by rank, then the newest first. */
export function compareSos(a: Sos, b: Sos): number {
  return rankOf(b) - rankOf(a) || Date.parse(b.createdAt) - Date.parse(a.createdAt);
}

function rankOf(sos: Sos): number {
  return feedRank(Date.parse(sos.createdAt), sos.isUrgent && !isEnded(sos));
}
