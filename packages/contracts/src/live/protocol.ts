import type { ModerationArea } from '../admin/rules.ts';
import type { Announcement } from '../announcements/rules.ts';
import { type Conversation, MESSAGE_MAX, type Message, type Unread } from '../conversations/rules.ts';
import type { CommunitySettings, Settings } from '../settings/rules.ts';
import type { Sos } from '../sos/rules.ts';

/** `looking`: the client is visible and was just used. `near`: the computer whose app shows notifications is in use. */
export const PRESENCE_STATES = ['looking', 'near', 'away'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** After the last sign of a person, in milliseconds: a screen may stay lit with nobody there. */
export const PRESENCE_TIMEOUT_MS = 120_000;
/** Between repeats of the same state, in milliseconds. */
export const PRESENCE_REPEAT_MS = 25_000;

/** To the members whom it concerns, the author included. */
export type LiveEvent =
  /**
   * The first frame of a connection. Also sent after events may have been lost: the client resumes as after a
   * reconnection.
   */
  | { type: 'hello'; memberId: string; sessionId: string; unread: Unread }
  /** The instances are cut off from each other: the client polls until the next `hello`. */
  | { type: 'degraded' }
  | { type: 'pong' }
  /** The connection stays. */
  | { type: 'refused'; reason: string }
  /** Tells the connection that sent the text that it is stored. */
  | { type: 'message.created'; message: Message }
  /** Edited, deleted, with other reactions, marked. One may be missing: the revision tells. */
  | { type: 'message.changed'; message: Message }
  /** Not stored. The client sends it again by HTTP, whose answer says why. */
  | { type: 'message.refused'; id: string }
  /** To the participants, also to one who has just left. */
  | { type: 'conversation.updated'; conversation: Conversation }
  /** `unread`: only to the reader's own clients. A sent text moves its author's position without this event. */
  | { type: 'conversation.read'; conversationId: string; memberId: string; seq: number; unread?: Unread }
  | { type: 'typing'; conversationId: string; memberId: string }
  /** To the member's own clients. `away` also follows the end of the connection. */
  | { type: 'attention'; sessionId: string; connectionId: string; state: PresenceState }
  | { type: 'sos.created'; sos: Sos }
  | { type: 'sos.updated'; sos: Sos }
  | { type: 'sos.removed'; sosId: string }
  /** A wave asks the member to help. To that member. */
  | { type: 'sos.alerted'; sos: Sos }
  /** The member cannot help. To that member's own clients. */
  | { type: 'sos.declined'; sosId: string }
  /** Its waves have gone on, or somebody who was asked has opened it. To the author. */
  | { type: 'sos.reached'; sosId: string }
  /** To the requester and the invited member. */
  | { type: 'help.requested'; memberId: string; sos: Sos }
  /** The member's own profile, or the sponsor's invitations. */
  | { type: 'account.changed' }
  | { type: 'invitations.changed' }
  /** To administrators. */
  | { type: 'moderation.changed'; area: ModerationArea }
  /** The member's own, changed elsewhere. */
  | { type: 'settings.changed'; settings: Settings }
  /** To everybody. */
  | { type: 'community.changed'; settings: CommunitySettings }
  | { type: 'knowledge.changed' }
  /** The summary of a conversation, to those who took part. */
  | { type: 'draft.changed'; sosId: string }
  /** To whom the team has written. */
  /** `isPushed`: the team lets it interrupt members. */
  | { type: 'announcement.received'; announcement: Announcement; isPushed: boolean }
  /** Read by the member, to the own clients, or ended, to everybody. */
  | { type: 'announcement.removed'; announcementId: string; readAt: string | null }
  /** To those whom an incident concerns, and to who voted. */
  | { type: 'incidents.changed' }
  /** The client goes to /auth. `lapsed`: no longer valid, perhaps only expired. */
  | { type: 'signed-out'; forced: boolean; lapsed?: true };

/** In milliseconds (docs/specification.md#realtime). */
export const HEARTBEAT_MS = 25_000;
export const HEARTBEAT_TIMEOUT_MS = 10_000;
/** « … écrit » ends after this time without another signal. */
export const TYPING_MS = 4000;
/** In characters: the longest message, all escaped in JSON, and the ids of what it refers to. */
export const CLIENT_FRAME_MAX = 6 * MESSAGE_MAX + 2000;

/** Our own are 4000–4999; 1006 lost, 1009 too large, 1012 restart. */
export const CLOSE = {
  lost: 1006,
  restart: 1012,
  signedOut: 4001,
  slow: 4002,
  tooMany: 4003,
  renewed: 4004,
} as const;
