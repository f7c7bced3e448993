import type { HelpRequest } from './help-requests.ts';
import type { TopHelper } from './profiles.ts';
import type { Sos } from './sos.ts';

/** SOS that match are counted up to here, so that counting costs no more in a larger community. */
export const MATCHING_COUNTED = 100;
/** Only so many of the unresolved SOS at the top of the feed are looked at for that. */
export const MATCHING_AMONG = 500;

/** Only so many of them are looked at for what the viewer could help with at once. */
export const FOR_YOU_AMONG = 30;

/** The dashboard in one answer: first what waits for the viewer, then what is new. */
export type Home = {
  /** The conversation with the most unread messages; null when everything is read. */
  unread: { total: number; conversation: { sosId: string; title: string; unread: number } | null };
  /** Who has invited the viewer to help, on SOS with a free seat that they have not joined: at most `HOME_HELP_REQUESTS`. */
  helpRequests: HelpRequest[];
  /**
   * Unresolved SOS of others that need one of the viewer's specialties and that the viewer has neither joined nor is invited
   * to: at most `MATCHING_COUNTED`, among the first `MATCHING_AMONG`.
   */
  matching: { count: number; first: { id: string; title: string } | null };
  /**
   * Other SOS of others with a free seat that the viewer has not joined, `HOME_SOS` at most: first those that need one of the
   * viewer's specialties, then what is urgent; among the first `FOR_YOU_AMONG` of what waits.
   */
  forYou: Sos[];
  /** The `HOME_SOS` newest that are in neither list above; the viewer's own come last. */
  recentSos: Sos[];
  /** From midnight of yesterday in Paris: how many were posted and resolved, and the `HOME_SOS` resolved last. */
  sinceYesterday: { posted: number; resolved: number; lastResolved: Sos[] };
  topHelpers: TopHelper[];
  invitationsLeft: number;
};
