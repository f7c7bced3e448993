import type { Limit } from '../platform/http/rate-limit.ts';

/** The route and the socket share this limit. */
export const MESSAGES: Limit = { name: 'messages:member', points: 90, seconds: 60 };
/** Twenty windows may reconnect several times. */
export const SOCKETS: Limit = { name: 'sockets:member', points: 120, seconds: 60 };
/** The limit counts the files that a member begins to upload. */
export const FILES: Limit = { name: 'files:member', points: 120, seconds: 600 };
/** The limit covers reactions, marks and choices: somebody may try all six at once. */
export const ANSWERS: Limit = { name: 'answers:member', points: 180, seconds: 60 };
/** The limit allows a search for each typed letter. */
export const SEARCHES: Limit = { name: 'searches:member', points: 120, seconds: 60 };
