import type { z } from 'zod';
import { MESSAGE_MAX } from '../conversations/rules.ts';
import type { liveEvent } from './output.ts';

/**
 * `looking` means that the client is visible and was just used; `near`, that the computer whose app shows
 * notifications is in use.
 */
export const PRESENCE_STATES = ['looking', 'near', 'away'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** A screen may stay lit with nobody there, so the state expires after the last sign of a person. */
export const PRESENCE_TIMEOUT_MS = 120_000;
/** The same state is repeated at this interval. */
export const PRESENCE_REPEAT_MS = 25_000;

export type LiveEvent = z.infer<typeof liveEvent>;
export type HelloEvent = Extract<LiveEvent, { type: 'hello' }>;

/** The rule is in docs/specification.md#realtime. */
export const HEARTBEAT_MS = 25_000;
export const HEARTBEAT_TIMEOUT_MS = 10_000;
/** « … écrit » ends after this time without another signal. */
export const TYPING_MS = 4000;
/** The limit, in characters, holds the longest message, all escaped in JSON, and its ids. */
export const CLIENT_FRAME_MAX = 6 * MESSAGE_MAX + 2000;

/** Our own codes are 4000–4999; standard ones are 1006 lost, 1009 too large and 1012 restart. */
export const CLOSE = {
  lost: 1006,
  restart: 1012,
  signedOut: 4001,
  slow: 4002,
  tooMany: 4003,
  renewed: 4004,
} as const;
