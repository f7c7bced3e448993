import type { ModerationArea } from './admin.ts';
import type { Attention } from './attention.ts';
import { type Conversation, MESSAGE_MAX, type Message, type Unread } from './conversations.ts';
import type { Settings } from './settings.ts';
import type { Sos } from './sos.ts';

/** What the server tells a connected client. Each goes to the members it concerns, the author included. */
export type LiveEvent =
  /**
   * First frame of a connection: the truth at that moment. It comes again on the same connection when the server may
   * have missed something; the client then resumes as after a reconnection.
   */
  | { type: 'hello'; memberId: string; sessionId: string; unread: Unread }
  /** Instances do not hear each other for now: the client asks regularly, as without a connection, until `hello`. */
  | { type: 'degraded' }
  | { type: 'pong' }
  /** A client's frame was refused; the connection stays. */
  | { type: 'refused'; reason: string }
  /** To the connection that sent a text it is the acknowledgement: the message is stored for good. */
  | { type: 'message.created'; message: Message }
  /** A text sent on this connection is not stored; sent again by HTTP, the answer says why. */
  | { type: 'message.refused'; id: string }
  /** Status, seats or participants changed; sent to the participants, also to the one who has just left. */
  | { type: 'conversation.updated'; conversation: Conversation }
  /**
   * Somebody's read position moved. `unread` is that member's total, sent only to their own clients. Whoever sends a text
   * has read up to it: the others learn that from the message.
   */
  | { type: 'conversation.read'; conversationId: string; memberId: string; seq: number; unread?: Unread }
  | { type: 'typing'; conversationId: string; memberId: string }
  /** Where the member is, said by one of their own clients to all of them; `away` also when its connection has ended. */
  | { type: 'attention'; sessionId: string; connectionId: string; state: Attention }
  | { type: 'sos.created'; sos: Sos }
  | { type: 'sos.updated'; sos: Sos }
  | { type: 'sos.removed'; sosId: string }
  /** The requester invites a member to help; sent to both. */
  | { type: 'help.requested'; memberId: string; sos: Sos }
  /** The member's own profile changed in another window, or the sponsor's invitations moved. */
  | { type: 'account.changed' }
  | { type: 'invitations.changed' }
  /** To administrators: something in the back office is not as it was. */
  | { type: 'moderation.changed'; area: ModerationArea }
  /** The member's own settings, chosen in another window, on another device or through a link in a mail. */
  | { type: 'settings.changed'; settings: Settings }
  /** An article was approved, changed or taken back. */
  | { type: 'knowledge.changed' }
  /**
   * This session has ended elsewhere; the client leaves for /auth. `lapsed`: it was found to hold no more, for whatever
   * reason; perhaps it has only expired.
   */
  | { type: 'signed-out'; forced: boolean; lapsed?: true };

/** Realtime constants (docs/specification.md#realtime), in milliseconds. */
export const HEARTBEAT_MS = 25_000;
export const HEARTBEAT_TIMEOUT_MS = 10_000;
/** A « … écrit » fades after this long without another signal. */
export const TYPING_MS = 4000;
/** Longest frame a client may send, in characters: the longest message, should JSON escape every character of it. */
export const CLIENT_FRAME_MAX = 6 * MESSAGE_MAX + 1000;

/** WebSocket close codes of our own (4000–4999), beside 1006 (lost), 1009 (too large) and 1012 (restart). */
export const CLOSE = {
  lost: 1006,
  restart: 1012,
  signedOut: 4001,
  slow: 4002,
  tooMany: 4003,
  renewed: 4004,
} as const;
