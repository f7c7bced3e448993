/** `looking`: the client is visible and was just used. `near`: the computer whose app shows notifications is in use. */
export const PRESENCE_STATES = ['looking', 'near', 'away'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** After the last sign of a person, in milliseconds: a screen may stay lit with nobody there. */
export const PRESENCE_TIMEOUT_MS = 120_000;
/** Between repeats of the same state, in milliseconds. */
export const PRESENCE_REPEAT_MS = 25_000;
