export const HOME_ZONE = 'Europe/Paris';

/** Where French-speaking merchants live. */
export const ZONES = [
  HOME_ZONE,
  ...['Europe/Brussels', 'Europe/London', 'America/Montreal', 'America/Guadeloupe', 'America/Martinique'],
  ...['America/Cayenne', 'Indian/Reunion', 'Pacific/Noumea'],
];
