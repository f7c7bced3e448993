/** After the resolution (docs/specification.md#did-it-hold). */
export const OUTCOME_DAYS = [7, 30] as const;

export const OUTCOME_ANSWERS = [
  { id: 'yes', label: 'Oui' },
  { id: 'partly', label: 'En partie' },
  { id: 'no', label: 'Non' },
] as const;

export const SAVED_UNITS = [
  { id: 'euros', label: 'euros' },
  { id: 'hours', label: 'heures' },
] as const;
