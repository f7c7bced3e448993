const HOUR_MS = 3_600_000;

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Formats the Paris time of an instant as « 2026-11-20T09:00 », for a field of date and time. */
export function parisLocal(at: number): string {
  return parts.format(at).replace(' ', 'T');
}

/**
 * Gives the instant in milliseconds of « 2026-11-20T09:00 » in Paris, or NaN for another text. A repeated
 * hour means its first occurrence, and a skipped hour is read one hour later.
 */
export function parisInstant(local: string): number {
  const asUtc = Date.parse(`${local.slice(0, 16)}Z`);
  if (Number.isNaN(asUtc)) return Number.NaN;
  const [summer, winter] = [asUtc - 2 * HOUR_MS, asUtc - HOUR_MS];
  return parisLocal(summer) === local.slice(0, 16) ? summer : winter;
}
