import type { Limit } from '../platform/http/rate-limit.ts';

export const NEW_SOS: Limit = { name: 'sos:member', points: 10, seconds: 3600 };
/** The limit counts the files that a member begins to upload. */
export const SOS_FILES: Limit = { name: 'sos-files:member', points: 60, seconds: 600 };
export const SOS_ACTS: Limit = { name: 'sos-act:member', points: 120, seconds: 600 };
/** Each request may notify somebody. */
export const HELP_REQUESTS: Limit = { name: 'help-requests:member', points: 30, seconds: 3600 };
