const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, made);
  return made;
}

/** Formats an instant in milliseconds as « 2026-12-08T18:30 » in the zone. */
export function localTime(at: number, timeZone: string): string {
  return formatIn(timeZone).format(at).replace(' ', 'T');
}

/**
 * Gives the instant in milliseconds of « 2026-12-08T18:30 » in the zone. A doubled hour means its first
 * occurrence; a skipped hour and another text give null.
 */
export function instantOf(local: string, timeZone: string): number | null {
  const asUtc = LOCAL.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  // The offsets a day before and a day after are those of both sides of a change.
  const candidates = [-DAY_MS, DAY_MS].map((step) => asUtc - offsetAt(asUtc + step, timeZone));
  const matching = candidates.filter((at) => localTime(at, timeZone) === local);
  return matching.length > 0 ? Math.min(...matching) : null;
}

function offsetAt(at: number, timeZone: string): number {
  return Date.parse(`${localTime(at, timeZone)}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

/** Adds days to the date and keeps the hour on the clock, whatever the zone does between. */
export function addDays(local: string, days: number): string {
  return new Date(Date.parse(`${local}Z`) + days * DAY_MS).toISOString().slice(0, 16);
}
