import { z } from 'zod';
import { conversationItemOutput } from './conversations-output.ts';
import { helpRequestOutput } from './help-requests-output.ts';
import { topHelperOutput } from './profiles-output.ts';
import { sosOutput } from './sos-output.ts';

export const homeOutput = z
  .object({
    /** The conversation with the most unread messages; null when everything is read. */
    unread: z.object({
      total: z.number(),
      conversation: conversationItemOutput.pick({ sosId: true, title: true, unread: true }).nullable(),
    }),
    /** Who has invited the viewer to help, on SOS with a free seat that they have not joined: at most `HOME_HELP_REQUESTS`. */
    helpRequests: z.array(helpRequestOutput),
    /**
     * Unresolved SOS of others that need one of the viewer's specialties and that the viewer has neither joined nor is invited
     * to: at most `MATCHING_COUNTED`, among the first `MATCHING_AMONG`.
     */
    matching: z.object({ count: z.number(), first: sosOutput.pick({ id: true, title: true }).nullable() }),
    /**
     * Other SOS of others with a free seat that the viewer has not joined, `HOME_SOS` at most: first those that need one of the
     * viewer's specialties, then what is urgent; among the first `FOR_YOU_AMONG` of what waits.
     */
    forYou: z.array(sosOutput),
    /** The `HOME_SOS` newest that are in neither list above; the viewer's own come last. */
    recentSos: z.array(sosOutput),
    /** From midnight of yesterday in Paris: how many were posted and resolved, and the `HOME_SOS` resolved last. */
    sinceYesterday: z.object({ posted: z.number(), resolved: z.number(), lastResolved: z.array(sosOutput) }),
    topHelpers: z.array(topHelperOutput),
    invitationsLeft: z.number(),
  })
  .meta({ id: 'Home' });
