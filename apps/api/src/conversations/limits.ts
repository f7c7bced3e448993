import type { Limit } from '../platform/http/rate-limit.ts';

/** Of the route and of the socket together. */
export const MESSAGES: Limit = { name: 'messages:member', points: 90, seconds: 60 };
/** Twenty windows that reconnect several times. */
export const SOCKETS: Limit = { name: 'sockets:member', points: 120, seconds: 60 };
/** Files that a member begins to upload. */
export const FILES: Limit = { name: 'files:member', points: 120, seconds: 600 };
/** Reactions, marks, choices: somebody may try all six at once. */
export const ANSWERS: Limit = { name: 'answers:member', points: 180, seconds: 60 };
/** Somebody who types. */
export const SEARCHES: Limit = { name: 'searches:member', points: 120, seconds: 60 };
