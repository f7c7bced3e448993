const HOUR_MS = 3_600_000;

/** Takes milliseconds and returns « 25 min », « 3 h 05 » or « 2 j ». */
export function durationText(milliseconds: number | null): string {
  if (milliseconds === null) return '—';
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return `${minutes}\u00a0min`;
  if (milliseconds < 48 * HOUR_MS)
    return `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`;
  return `${Math.round(milliseconds / (24 * HOUR_MS))}\u00a0j`;
}
