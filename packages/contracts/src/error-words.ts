const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });

/** Formats an ISO 8601 day as « 3 décembre 2026 ». */
export function dayText(instant: string): string {
  return day.format(new Date(instant));
}

/** Rounds up, as in « 2 minutes ». */
export function waitText(seconds: number): string {
  if (seconds < 60) return seconds > 1 ? `${seconds} secondes` : 'une seconde';
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `${minutes} minutes` : 'une minute';
}
