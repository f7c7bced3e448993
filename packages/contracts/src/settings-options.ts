export const THEMES = [
  { id: 'system', label: 'Système' },
  { id: 'light', label: 'Clair' },
  { id: 'dark', label: 'Sombre' },
] as const;

/** Alerts about SOS that one member accepts in 24 hours. */
export const ALERTS_PER_DAY_MAX = 10;
