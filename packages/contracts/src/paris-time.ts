const HOUR_MS = 3_600_000;

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** « 2026-11-20T09:00 », as it is in Paris at that instant, for a field of date and time. */
export function parisLocal(at: number): string {
  return parts.format(at).replace(' ', 'T');
}

/**
 * The instant, in milliseconds, of « 2026-11-20T09:00 » in Paris; NaN for what is no such text. The first of the two when
 * the hour is repeated, an hour later when it is left out.
 */
export function parisInstant(local: string): number {
  const asUtc = Date.parse(`${local.slice(0, 16)}Z`);
  if (Number.isNaN(asUtc)) return Number.NaN;
  const [summer, winter] = [asUtc - 2 * HOUR_MS, asUtc - HOUR_MS];
  return parisLocal(summer) === local.slice(0, 16) ? summer : winter;
}
