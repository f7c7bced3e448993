/** The day from which the texts of the legal pages apply; it changes with any of them. */
export const LEGAL_VERSION = '2026-11-23T12:00:00Z';
