export const HOME_ZONE = 'Europe/Paris';

/** French-speaking merchants live in these zones. */
export const ZONES = [
  HOME_ZONE,
  ...['Europe/Brussels', 'Europe/London', 'America/Montreal', 'America/Guadeloupe', 'America/Martinique'],
  ...['America/Cayenne', 'Indian/Reunion', 'Pacific/Noumea'],
];
