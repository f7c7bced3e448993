/** Values are days of a suspension; an empty one lasts until the team ends it. */
export const DURATIONS = [
  { value: '7', label: 'Une semaine' },
  { value: '30', label: 'Un mois' },
  { value: '90', label: 'Trois mois' },
  { value: '', label: 'Sans date de fin' },
];
