/** `looking`: the client is visible and was just used. `near`: the computer whose app shows notifications is in use. */
export const ATTENTION = ['looking', 'near', 'away'] as const;
export type Attention = (typeof ATTENTION)[number];

/** After the last sign of a person, in milliseconds: a screen may stay lit with nobody there. */
export const ATTENTION_MS = 120_000;
/** Between repeats of the same state, in milliseconds. */
export const ATTENTION_REPEAT_MS = 25_000;
