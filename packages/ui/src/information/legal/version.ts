/** In force since; change it with any legal text. */
export const LEGAL_VERSION = '2026-11-23T12:00:00Z';
