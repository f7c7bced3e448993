import { formatShortDate, formatTime } from '../kit/format.ts';

/** « 17 nov. 2026, 10:02 » */
export function momentText(date: string): string {
  return `${formatShortDate(date)}, ${formatTime(date)}`;
}
