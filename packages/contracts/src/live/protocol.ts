import type { ModerationArea } from '../admin/rules.ts';
import type { Announcement } from '../announcements/rules.ts';
import { type Conversation, MESSAGE_MAX, type Message, type Unread } from '../conversations/rules.ts';
import type { CommunitySettings, Settings } from '../settings/rules.ts';
import type { Sos } from '../sos/rules.ts';

/**
 * `looking` means that the client is visible and was just used; `near`, that the computer whose app shows
 * notifications is in use.
 */
export const PRESENCE_STATES = ['looking', 'near', 'away'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** A screen may stay lit with nobody there, so the state expires after the last sign of a person. */
export const PRESENCE_TIMEOUT_MS = 120_000;
/** The same state is repeated at this interval. */
export const PRESENCE_REPEAT_MS = 25_000;

/**
 * The first frame of a connection is also sent after events may have been lost; the client then resumes as
 * after a reconnection. `isComplete` means that all events since the client's page was served follow, so that
 * the data of the page need not be read again.
 */
export type HelloEvent = {
  type: 'hello';
  memberId: string;
  sessionId: string;
  /** The server's time, in milliseconds; an older server does not send it. */
  now?: number;
  unread: Unread;
  isComplete?: true;
};

/** Events go to the members concerned, including the author. */
export type LiveEvent =
  | HelloEvent
  /** The instances are cut off from each other, so the client polls until the next `hello`. */
  | { type: 'degraded' }
  | { type: 'pong' }
  /** The connection stays open. */
  | { type: 'refused'; reason: string }
  /** It also confirms the text to the connection that sent it. */
  | { type: 'message.created'; message: Message }
  /** The message was edited, deleted, marked or got reactions; the revision reveals a lost event. */
  | { type: 'message.changed'; message: Message }
  /** The message was not stored. The client sends it again by HTTP, whose answer says why. */
  | { type: 'message.refused'; id: string }
  /** It goes to the participants, also to one who has just left. */
  | { type: 'conversation.updated'; conversation: Conversation }
  /**
   * The server sends `unread` to the reader's own clients only. A sent text moves its author's position without this event.
   */
  | { type: 'conversation.read'; conversationId: string; memberId: string; seq: number; unread?: Unread }
  | { type: 'typing'; conversationId: string; memberId: string }
  /** It goes to the member's own clients. `away` also follows the end of the connection. */
  | { type: 'attention'; sessionId: string; connectionId: string; state: PresenceState }
  | { type: 'sos.created'; sos: Sos }
  | { type: 'sos.updated'; sos: Sos }
  | { type: 'sos.removed'; sosId: string }
  /** It goes to the member whom a wave asks to help. */
  | { type: 'sos.alerted'; sos: Sos }
  /** It goes to the own clients of the member who cannot help. */
  | { type: 'sos.declined'; sosId: string }
  /** It goes to the author when a wave has gone out, or an asked member has opened the SOS. */
  | { type: 'sos.reached'; sosId: string }
  /** It goes to the requester and the invited member. */
  | { type: 'help.requested'; memberId: string; sos: Sos }
  /** It tells of the member's own profile, or of the sponsor's invitations. */
  | { type: 'account.changed' }
  | { type: 'invitations.changed' }
  /** It goes to administrators. */
  | { type: 'moderation.changed'; area: ModerationArea }
  /** The member changed the settings on another client. */
  | { type: 'settings.changed'; settings: Settings }
  /** It goes to everybody. */
  | { type: 'community.changed'; settings: CommunitySettings }
  | { type: 'knowledge.changed' }
  /** It tells the participants about the summary of their conversation. */
  | { type: 'draft.changed'; sosId: string }
  /** It goes to the members to whom the team has written. `isPushed` lets it interrupt them. */
  | { type: 'announcement.received'; announcement: Announcement; isPushed: boolean }
  /** It goes to the own clients of a member who read it, or to everybody when it ended. */
  | { type: 'announcement.removed'; announcementId: string; readAt: string | null }
  /** It goes to those whom an incident concerns, and to those who voted. */
  | { type: 'incidents.changed' }
  /** The client goes to /auth. `lapsed` means that the session may only have expired. */
  | { type: 'signed-out'; forced: boolean; lapsed?: true };

/** The rule is in docs/specification.md#realtime. */
export const HEARTBEAT_MS = 25_000;
export const HEARTBEAT_TIMEOUT_MS = 10_000;
/** « … écrit » ends after this time without another signal. */
export const TYPING_MS = 4000;
/** The limit, in characters, holds the longest message, all escaped in JSON, and its ids. */
export const CLIENT_FRAME_MAX = 6 * MESSAGE_MAX + 2000;

/** Our own codes are 4000–4999; standard ones are 1006 lost, 1009 too large and 1012 restart. */
export const CLOSE = {
  lost: 1006,
  restart: 1012,
  signedOut: 4001,
  slow: 4002,
  tooMany: 4003,
  renewed: 4004,
} as const;
