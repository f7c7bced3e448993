import type { z } from 'zod';
import type * as output from './conversations-output.ts';
import type { ErrorCode } from './errors.ts';

export const MAX_PARTICIPANTS = 5;
export const MESSAGE_MAX = 4000;
export const HISTORY_PAGE = 50;
export const CONVERSATIONS_PAGE = 30;
/** Days without a message after which a conversation turns inactive (docs/specification.md#conversation). */
export const INACTIVE_AFTER_DAYS = 14;
/** While the socket is down an open chat asks again every 2 seconds (docs/specification.md#realtime). */
export const POLLING_MS = 2000;
export const UNREAD_CAP = 99;

export type ConversationStatus = z.infer<typeof output.conversationStatusOutput>;
/** Why a conversation is closed. */
export type ConversationOutcome = z.infer<typeof output.conversationOutcomeOutput>;
export type ParticipantRole = Participant['role'];

/**
 * `text` is what somebody wrote, `deleted` what stands in its place once the moderation has removed it; the others are
 * quiet lines made by the server. All are in one sequence; content is empty except for `text`.
 */
export type MessageKind = z.infer<typeof output.messageKindOutput>;

/** `seq` counts from 1 without holes within a conversation. `senderId` is null for somebody who deleted the account. */
export type Message = z.infer<typeof output.messageOutput>;

/** `readSeq`: everything up to this sequence number has been read; it only moves forward. */
export type Participant = z.infer<typeof output.participantOutput>;

/** The state of a conversation that all of its participants share. */
export type Conversation = z.infer<typeof output.conversationOutput>;

/** A line of « Mes Conversations ». `lastSender`: who wrote the last message or caused the last quiet line; null once they have deleted the account. */
export type ConversationItem = z.infer<typeof output.conversationItemOutput>;

export type ConversationPage = z.infer<typeof output.conversationPageOutput>;

/** Messages in rising order of `seq`; `hasMore` tells whether there is more in the direction asked for. */
export type History = z.infer<typeof output.historyOutput>;

/**
 * The one unread truth of a member; `conversations` holds only those above 0. `positions` holds all in which the member
 * takes part: up to which message each was counted, and a version that grows with everything that changes its number.
 * Older servers do not say them.
 */
export type Unread = z.infer<typeof output.unreadOutput>;

export type UnreadPosition = z.infer<typeof output.unreadPositionOutput>;

/** « 99+ » above the cap, nothing at 0. */
export function unreadLabel(total: number): string {
  if (total <= 0) return '';
  return total > UNREAD_CAP ? `${UNREAD_CAP}+` : String(total);
}

/** Writing needs an open conversation; inactive ones wake up with the message. */
export function denySendMessage(conversation: Pick<Conversation, 'status'>): ErrorCode | null {
  return conversation.status === 'closed' ? 'CONVERSATION_CLOSED' : null;
}

/** The cap is stored on the conversation (5 with the requester). */
export function denyJoinConversation(
  conversation: Pick<Conversation, 'status' | 'currentParticipants' | 'maxParticipants'>,
): ErrorCode | null {
  if (conversation.status === 'closed') return 'CONVERSATION_CLOSED';
  return conversation.currentParticipants >= conversation.maxParticipants ? 'CONVERSATION_FULL' : null;
}
