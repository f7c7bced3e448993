export const PERSONAL_DATA_FILE = 'guilde-mes-donnees.zip';

/** Of the GDPR (articles 15 to 21): what one may ask of the team about one's own data. */
export const DATA_RIGHTS = [
  { id: 'access', label: 'Accéder à mes données' },
  { id: 'rectification', label: 'Faire rectifier ou compléter mes données' },
  { id: 'erasure', label: 'Faire effacer mes données' },
  { id: 'restriction', label: 'Faire limiter l’usage de mes données' },
  { id: 'objection', label: 'M’opposer à un usage de mes données' },
  { id: 'portability', label: 'Récupérer mes données pour un autre service' },
] as const;

export type DataRight = (typeof DATA_RIGHTS)[number]['id'];

/** GDPR, article 12(3). */
const ANSWER_MONTHS = 1;

/** The last moment to answer, from milliseconds to milliseconds. */
export function rightDueAt(askedAt: number): number {
  return monthsAfter(askedAt, ANSWER_MONTHS);
}

/** Calendar months in UTC, from milliseconds to milliseconds; the last day of a shorter month. */
export function monthsAfter(from: number, months: number): number {
  const end = new Date(from);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.getTime();
}
