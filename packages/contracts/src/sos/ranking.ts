import { isEnded, type Sos, type SosDateFilter } from './rules.ts';

const DAY_MS = 86_400_000;
const parisDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' });

/** Counts days since 1 January 1970 for an instant in milliseconds. */
export function parisDay(instant: number): number {
  return Date.parse(`${parisDate.format(instant)}T00:00:00Z`) / DAY_MS;
}

/** Gives milliseconds for days since 1 January 1970, one or two hours before midnight in UTC. */
export function parisMidnight(day: number): number {
  const winter = day * DAY_MS - 3_600_000;
  return parisDay(winter - 1) === day ? winter - 3_600_000 : winter;
}

/** Newer days come first, and within a day urgent SOS that are not ended. */
export function feedRank(createdAt: number, isRaised: boolean): number {
  return 2 * parisDay(createdAt) + (isRaised ? 1 : 0);
}

/** The periods begin today, on Monday or on the 1st; null stands for all. */
export function lowestRank(filter: SosDateFilter, now: number): number | null {
  if (filter === 'all') return null;
  const today = parisDay(now);
  const date = new Date(today * DAY_MS);
  if (filter === 'week') return 2 * (today - ((date.getUTCDay() + 6) % 7));
  return 2 * (filter === 'month' ? today - date.getUTCDate() + 1 : today);
}

/** Both sides use it, so that live events keep the server's order. */
export function compareSos(a: Sos, b: Sos): number {
  return rankOf(b) - rankOf(a) || Date.parse(b.createdAt) - Date.parse(a.createdAt);
}

function rankOf(sos: Sos): number {
  return feedRank(Date.parse(sos.createdAt), sos.isUrgent && !isEnded(sos));
}
