import { z } from 'zod';
import { teamDecisionOutput } from '../cases/output.ts';
import { conversationItemOutput } from '../conversations/output.ts';
import { incidentOutput } from '../incidents/output.ts';
import { NOTICE_REASONS, NOTICES, type NoticeKind } from '../notices/channels.ts';
import { memberRefOutput, topHelperOutput } from '../profiles/output.ts';
import { component, instant, pageOf } from '../shared-output.ts';
import { helpRequestOutput, sosOutput } from '../sos/output.ts';

export const homeOutput = component('Home', {
  /** These incidents are of the tools that the viewer uses, as `/api/incidents` answers them. */
  incidents: z.array(incidentOutput),
  unread: z.object({
    total: z.number(),
    conversation: conversationItemOutput
      .pick({ sosId: true, eventId: true, dealId: true, title: true, unread: true })
      .nullable(),
  }),
  /** These SOS have a free seat, and the viewer has not joined them. */
  helpRequests: z.array(helpRequestOutput),
  /** Alerted SOS that were not declined are listed here, and may also be in `forYou`. */
  alerts: z.array(sosOutput.pick({ id: true, title: true, tool: true, excerpt: true })),
  /**
   * These SOS of others are in the viewer's specialties and have a free seat, without those joined or
   * invited to; at most `MATCHING_COUNTED` are counted among the first `MATCHING_AMONG`.
   */
  matching: z.object({ count: z.number(), first: sosOutput.pick({ id: true, title: true }).nullable() }),
  /**
   * These SOS of others have a free seat and are not joined; the viewer's specialties come first, then
   * urgent ones, among the first `FOR_YOU_AMONG`.
   */
  forYou: z.array(sosOutput),
  /** No SOS of the lists above is repeated, and the viewer's own come last. */
  recentSos: z.array(sosOutput),
  /** These SOS follow, for a client that shows some of `recentSos` elsewhere, as behind an outage. */
  furtherSos: z.array(sosOutput),
  sinceYesterday: z.object({ posted: z.number(), resolved: z.number(), lastResolved: z.array(sosOutput) }),
  topHelpers: z.array(topHelperOutput),
  invitationsLeft: z.number(),
  /** The list of what the viewer was told has something new. */
  hasUnreadTold: z.boolean(),
});

export const unseenOutput = component('Unseen', {
  /** The newest event of each own SOS stays here until its author opens the conversation. */
  ownSos: z.array(
    sosOutput.pick({ id: true, title: true }).extend({
      kind: z.enum(['joined', 'resolved', 'closed']),
      /** This is the helper who joined; it is null when the team ended the SOS. */
      helper: memberRefOutput.nullable(),
    }),
  ),
  /** These SOS ask for the viewer until they are opened, declined, joined, or take nobody any more. */
  asking: z.array(z.string()),
  /** It is the oldest unread decision of the team about the viewer. */
  decision: teamDecisionOutput.nullable(),
});

export const sponsoredOutput = z.object({
  /** It is the invitation's. */
  id: z.string(),
  /** `active` has asked, or helped in an SOS that was resolved. */
  state: z.enum(['account', 'complete', 'active']),
  /** The account or, once complete, the profile is from this day. */
  since: instant,
  /** It is null until the profile is complete. */
  member: memberRefOutput.nullable(),
  /** It is null then, and masked for who asked by an access link. */
  email: z.string().nullable(),
});

export const sponsoredPageOutput = component('SponsoredPage', {
  accounts: z.number().int(),
  /** They are among `accounts`. */
  complete: z.number().int(),
  /** They are among `complete`. */
  active: z.number().int(),
  ...pageOf(sponsoredOutput).shape,
});

export const notificationEntryOutput = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(NOTICES) as NoticeKind[]),
  /** The title is null where the kind says enough, and for what the viewer can no longer see. */
  title: z.string().nullable(),
  path: z.string().nullable(),
  createdAt: instant,
  /** It is null until it is decided. */
  channel: z.enum(['push', 'mail', 'none']).nullable(),
  /** Says why there was nothing, or a mail in place of a push. */
  reason: z.enum(NOTICE_REASONS).nullable(),
  isUnread: z.boolean(),
});

export const notificationPageOutput = pageOf(notificationEntryOutput).meta({ id: 'ToldPage' });
