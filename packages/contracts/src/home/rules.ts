import type { z } from 'zod';
import type {
  homeOutput,
  notificationEntryOutput,
  notificationPageOutput,
  sponsoredOutput,
  sponsoredPageOutput,
  unseenOutput,
} from './output.ts';

/** The limit bounds the cost of counting in a large community. */
export const MATCHING_COUNTED = 100;
export const MATCHING_AMONG = 500;

export const FOR_YOU_AMONG = 30;

/** See docs/specification.md#home. */
export type Home = z.infer<typeof homeOutput>;

/** An open client was sent these at once, and its member has not opened them yet. */
export type Unseen = z.infer<typeof unseenOutput>;

export type Sponsored = z.infer<typeof sponsoredOutput>;

/** The viewer is the sponsor of these. */
export type SponsoredPage = z.infer<typeof sponsoredPageOutput>;

/** The member was told, or would have been but for a reason (docs/specification.md#channels-to-a-member). */
export type NotificationEntry = z.infer<typeof notificationEntryOutput>;
export type NotificationPage = z.infer<typeof notificationPageOutput>;
