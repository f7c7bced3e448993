import { z } from 'zod';
import { MODERATION_AREAS } from '../admin/rules.ts';
import { announcementOutput } from '../announcements/output.ts';
import { conversationOutput, messageOutput, unreadOutput } from '../conversations/output.ts';
import { communitySettingsOutput, settingsOutput } from '../settings/output.ts';
import { instant } from '../shared-output.ts';
import { sosOutput } from '../sos/output.ts';
import { PRESENCE_STATES } from './protocol.ts';

const frame = <Type extends string, Parts extends z.ZodRawShape>(type: Type, parts: Parts) =>
  z.object({ type: z.literal(type), ...parts });

const yes = z.literal(true);

/**
 * The first frame of a connection is also sent after events may have been lost; the client then resumes as
 * after a reconnection. `isComplete` means that all events since the client's page was served follow, so that
 * the data of the page need not be read again.
 */
const hello = frame('hello', {
  memberId: z.string(),
  sessionId: z.string(),
  /** It is the server's time, in milliseconds; an older server does not send it. */
  now: z.number().optional(),
  unread: unreadOutput,
  isComplete: yes.optional(),
});

/** Events go to the members concerned, including the author. */
export const liveEvent = z
  .discriminatedUnion('type', [
    hello,
    /** The instances are cut off from each other, so the client polls until the next `hello`. */
    frame('degraded', {}),
    frame('pong', {}),
    /** The connection stays open. */
    frame('refused', { reason: z.string() }),
    /** It also confirms the text to the connection that sent it. */
    frame('message.created', { message: messageOutput }),
    /** The message was edited, deleted, marked or got reactions; the revision reveals a lost event. */
    frame('message.changed', { message: messageOutput }),
    /** The message was not stored. The client sends it again by HTTP, whose answer says why. */
    frame('message.refused', { id: z.string() }),
    /** It goes to the participants, also to one who has just left. */
    frame('conversation.updated', { conversation: conversationOutput }),
    /**
     * The server sends `unread` to the reader's own clients only. A sent text moves its author's position
     * without this event.
     */
    frame('conversation.read', {
      conversationId: z.string(),
      memberId: z.string(),
      seq: z.number(),
      unread: unreadOutput.optional(),
    }),
    frame('typing', { conversationId: z.string(), memberId: z.string() }),
    /** It goes to the member's own clients. `away` also follows the end of the connection. */
    frame('attention', {
      sessionId: z.string(),
      connectionId: z.string(),
      state: z.enum(PRESENCE_STATES),
    }),
    frame('sos.created', { sos: sosOutput }),
    frame('sos.updated', { sos: sosOutput }),
    /** The client reads it again, as its seat and what it may see are the member's own. */
    frame('event.changed', { eventId: z.string() }),
    frame('deal.changed', { dealId: z.string() }),
    /** It tells the member of a seat, a change or a reminder; `isAwaited` passes quiet hours. */
    frame('event.told', {
      id: z.string(),
      eventId: z.string(),
      title: z.string(),
      body: z.string(),
      isAwaited: z.boolean(),
    }),
    frame('sos.removed', { sosId: z.string() }),
    /** It goes to the member whom a wave asks to help. */
    frame('sos.alerted', { sos: sosOutput }),
    /** It goes to the own clients of the member who cannot help. */
    frame('sos.declined', { sosId: z.string() }),
    /**
     * It goes to the author when a wave has gone out, or an asked member has opened the SOS, and to the own
     * clients of a member who has opened it.
     */
    frame('sos.reached', { sosId: z.string() }),
    /** It goes to the requester and the invited member. */
    frame('help.requested', { memberId: z.string(), sos: sosOutput }),
    /** It tells of the member's own profile, or of the sponsor's invitations. */
    frame('account.changed', {}),
    frame('invitations.changed', {}),
    /** It goes to administrators. */
    frame('moderation.changed', { area: z.enum(MODERATION_AREAS) }),
    /** The member changed the settings on another client. */
    frame('settings.changed', { settings: settingsOutput }),
    /** It goes to everybody. */
    frame('community.changed', { settings: communitySettingsOutput }),
    frame('knowledge.changed', {}),
    /** It tells the participants about the summary of their conversation. */
    frame('draft.changed', { sourceId: z.string() }),
    /** It goes to the members to whom the team has written. `isPushed` lets it interrupt them. */
    frame('announcement.received', { announcement: announcementOutput, isPushed: z.boolean() }),
    /** It goes to the own clients of a member who read it, or to everybody when it ended. */
    frame('announcement.removed', { announcementId: z.string(), readAt: instant.nullable() }),
    /** It goes to those whom an incident concerns, and to those who voted. */
    frame('incidents.changed', {}),
    /** The client goes to /auth. `lapsed` means that the session may only have expired. */
    frame('signed-out', { forced: z.boolean(), lapsed: yes.optional() }),
  ])
  .meta({ id: 'LiveEvent' });
