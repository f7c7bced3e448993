/** Returns milliseconds for seconds or a date (RFC 9110, 10.2.3), and null without a useful header. */
export function retryAfter(header: string | null | undefined): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) && wait > 0 ? wait : null;
}
