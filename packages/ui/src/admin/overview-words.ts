const dayAndMonth = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** « 17 nov. » for the calendar day « 2026-11-17 ». */
export function dayText(day: string): string {
  return dayAndMonth
    .formatToParts(Date.parse(`${day}T00:00:00Z`))
    .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
    .join('');
}
