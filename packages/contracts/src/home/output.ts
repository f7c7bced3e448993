import { z } from 'zod';
import { conversationItemOutput } from '../conversations/output.ts';
import { memberRefOutput, topHelperOutput } from '../profiles/output.ts';
import { helpRequestOutput, sosOutput } from '../sos/output.ts';

export const homeOutput = z
  .object({
    /** The one with the most unread messages. */
    unread: z.object({
      total: z.number(),
      conversation: conversationItemOutput.pick({ sosId: true, title: true, unread: true }).nullable(),
    }),
    /** For SOS with a free seat that the viewer has not joined. */
    helpRequests: z.array(helpRequestOutput),
    /** SOS that ask for the viewer and were not declined, as `forYou`, and may also be there. */
    alerts: z.array(sosOutput.pick({ id: true, title: true })),
    /**
     * Of others, in the viewer's specialties, with a free seat, without those joined or invited to; at most
     * `MATCHING_COUNTED`, among the first `MATCHING_AMONG`.
     */
    matching: z.object({ count: z.number(), first: sosOutput.pick({ id: true, title: true }).nullable() }),
    /**
     * Of others, with a free seat, not joined: the viewer's specialties first, then urgent ones; among the first
     * `FOR_YOU_AMONG`.
     */
    forYou: z.array(sosOutput),
    /** In neither list above; the viewer's own last. */
    recentSos: z.array(sosOutput),
    /** Since yesterday's midnight in Paris. */
    sinceYesterday: z.object({ posted: z.number(), resolved: z.number(), lastResolved: z.array(sosOutput) }),
    topHelpers: z.array(topHelperOutput),
    invitationsLeft: z.number(),
  })
  .meta({ id: 'Home' });

export const unseenOutput = z
  .object({
    /** The newest event in each: who joined, or that the team ended it. Until its author opens the conversation. */
    ownSos: z.array(
      sosOutput.pick({ id: true, title: true }).extend({
        kind: z.enum(['joined', 'resolved', 'closed']),
        /** Who joined; null for the team. */
        helper: memberRefOutput.nullable(),
      }),
    ),
    /** Ids of SOS that ask for the viewer, until they are opened, declined or joined, or take nobody any more. */
    asking: z.array(z.string()),
  })
  .meta({ id: 'Unseen' });
