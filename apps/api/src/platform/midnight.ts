import { parisMidnight } from '@guilde/contracts/sos/ranking.ts';

const DAY_MS = 86_400_000;

/** Returns the beginning in Paris of a day such as « 2026-11-17 », `later` days on, in milliseconds. */
export function midnightOf(day: string, later: number): number {
  return parisMidnight(Date.parse(`${day}T00:00:00Z`) / DAY_MS + later);
}
