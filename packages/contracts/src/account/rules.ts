export const PERSONAL_DATA_FILE = 'guilde-mes-donnees.zip';

/** Articles 15 to 21 of the GDPR name what one may ask of the team about one's own data. */
export const DATA_RIGHTS = [
  { id: 'access', label: 'Accès aux données' },
  { id: 'rectification', label: 'Rectification des données' },
  { id: 'erasure', label: 'Effacement des données' },
  { id: 'restriction', label: 'Limitation de l’usage des données' },
  { id: 'objection', label: 'Opposition à un usage des données' },
  { id: 'portability', label: 'Récupération des données pour un autre service' },
] as const;

export type DataRight = (typeof DATA_RIGHTS)[number]['id'];

/** Article 12(3) of the GDPR sets the period. */
const ANSWER_MONTHS = 1;

/** Gives the last moment to answer; both instants are in milliseconds. */
export function rightDueAt(askedAt: number): number {
  return monthsAfter(askedAt, ANSWER_MONTHS);
}

/** Adds calendar months in UTC to milliseconds and stops at the last day of a shorter month. */
export function monthsAfter(from: number, months: number): number {
  const end = new Date(from);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.getTime();
}
