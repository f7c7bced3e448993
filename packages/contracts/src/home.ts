import type { z } from 'zod';
import type { homeOutput } from './home-output.ts';

/** SOS that match are counted up to here, so that counting costs no more in a larger community. */
export const MATCHING_COUNTED = 100;
/** Only so many of the unresolved SOS at the top of the feed are looked at for that. */
export const MATCHING_AMONG = 500;

/** Only so many of them are looked at for what the viewer could help with at once. */
export const FOR_YOU_AMONG = 30;

/** The dashboard in one answer: first what waits for the viewer, then what is new. */
export type Home = z.infer<typeof homeOutput>;
