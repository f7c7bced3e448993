/**
 * How close a member is to one of their clients. `looking`: it is before their eyes, and they have just used it. `near`:
 * they use the computer on which it shows notifications by itself. `away`: neither, or not any more.
 */
export const ATTENTION = ['looking', 'near', 'away'] as const;
export type Attention = (typeof ATTENTION)[number];

/** So long after the last sign of a person, in milliseconds, a client counts as left alone: a screen may stay lit. */
export const ATTENTION_MS = 120_000;
/** Between two signs of one client that says the same, in milliseconds. */
export const ATTENTION_REPEAT_MS = 25_000;
