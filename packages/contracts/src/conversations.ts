import type { ErrorCode } from './errors.ts';
import type { MemberRef } from './profiles.ts';

export const MAX_PARTICIPANTS = 5;
export const MESSAGE_MAX = 4000;
export const HISTORY_PAGE = 50;
export const CONVERSATIONS_PAGE = 30;
/** Days without a message after which a conversation turns inactive (docs/specification.md#conversation). */
export const INACTIVE_AFTER_DAYS = 14;
/** While the socket is down an open chat asks again every 2 seconds (docs/specification.md#realtime). */
export const POLLING_MS = 2000;
export const UNREAD_CAP = 99;

export type ConversationStatus = 'active' | 'inactive' | 'closed';
/** Why a conversation is closed. */
export type ConversationOutcome = 'resolved' | 'closed';
export type ParticipantRole = 'requester' | 'helper' | 'other';

/**
 * `text` is what somebody wrote, `deleted` what stands in its place once the moderation has removed it; the others are
 * quiet lines made by the server. All are in one sequence; content is empty except for `text`.
 */
export type MessageKind = 'text' | 'deleted' | 'joined' | 'left' | 'resolved' | 'closed' | 'reopened';

/** `seq` counts from 1 without holes within a conversation. `senderId` is null for somebody who deleted the account. */
export type Message = {
  id: string;
  conversationId: string;
  seq: number;
  kind: MessageKind;
  senderId: string | null;
  content: string;
  createdAt: string;
};

/** `readSeq`: everything up to this sequence number has been read; it only moves forward. */
export type Participant = {
  member: MemberRef;
  role: ParticipantRole;
  isActive: boolean;
  joinedAt: string;
  readSeq: number;
};

/** The state of a conversation that all of its participants share. */
export type Conversation = {
  id: string;
  sosId: string;
  title: string;
  status: ConversationStatus;
  outcome: ConversationOutcome | null;
  requesterId: string | null;
  currentParticipants: number;
  maxParticipants: number;
  lastSeq: number;
  /** Messages that the moderation has removed: whoever holds their text forgets it. It only grows. */
  deletedSeqs: number[];
  participants: Participant[];
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  /** An administrator closed its SOS: only the team opens it again. */
  closedByTeam: boolean;
};

/** A line of « Mes Conversations ». `lastSender`: who wrote the last message or caused the last quiet line; null once they have deleted the account. */
export type ConversationItem = {
  id: string;
  sosId: string;
  title: string;
  status: ConversationStatus;
  outcome: ConversationOutcome | null;
  currentParticipants: number;
  maxParticipants: number;
  lastMessage: Message | null;
  lastSender: Pick<MemberRef, 'id' | 'firstName' | 'lastName' | 'avatarUrl'> | null;
  unread: number;
  updatedAt: string;
};

export type ConversationPage = { items: ConversationItem[]; nextCursor: string | null };

/** Messages in rising order of `seq`; `hasMore` tells whether there is more in the direction asked for. */
export type History = { messages: Message[]; hasMore: boolean };

/**
 * The one unread truth of a member; `conversations` holds only those above 0. `positions` holds all in which the member
 * takes part: up to which message each was counted, and a version that grows with everything that changes its number.
 * Older servers do not say them.
 */
export type Unread = {
  total: number;
  conversations: Record<string, number>;
  positions?: Record<string, UnreadPosition>;
};

export type UnreadPosition = [upTo: number, version: number];

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
