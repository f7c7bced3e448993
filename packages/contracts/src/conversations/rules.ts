import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { PERIODS } from '../retention/periods.ts';
import type * as output from './output.ts';

export const MAX_PARTICIPANTS = 5;
export const MESSAGE_MAX = 4000;
export const EDIT_MINUTES = 15;
/** Of the text before a correction. */
export const VERSIONS_DAYS = PERIODS.messageVersions.days;
export const HISTORY_PAGE = 50;
export const CONVERSATIONS_PAGE = 30;
/** Messages that a search shows; further ones when asked for, up to the most. */
export const FOUND_PAGE = 30;
export const FOUND_MAX = 100;
/** Without a message (docs/specification.md#conversation). */
export const INACTIVE_AFTER_DAYS = 14;
/** Of an open chat without a socket (docs/specification.md#realtime). */
export const POLLING_MS = 2000;
/** For badge and title of every page, so less often. */
export const UNREAD_POLLING_MS = 10_000;
export const UNREAD_CAP = 99;

export type ConversationStatus = z.infer<typeof output.conversationStatusOutput>;
export type ConversationOutcome = z.infer<typeof output.conversationOutcomeOutput>;
export type ParticipantRole = Participant['role'];

/** Lines other than `text` are made by the server, with empty content; `deleted` was a text. All share one sequence. */
export type MessageKind = z.infer<typeof output.messageKindOutput>;

/** `seq` counts from 1 without holes; of two states the higher `revision` is newer. `senderId` is null once the account is deleted. */
export type Message = z.infer<typeof output.messageOutput>;

/** Of the message that a message answers. */
export type Quote = z.infer<typeof output.quoteOutput>;

export type MessageVersion = z.infer<typeof output.messageVersionsOutput>['versions'][number];

/** `readSeq`: all messages up to it are read; it only moves forward. */
export type Participant = z.infer<typeof output.participantOutput>;

export type Conversation = z.infer<typeof output.conversationOutput>;

/** `lastSender` wrote or caused the last message; null once the account is deleted. */
export type ConversationItem = z.infer<typeof output.conversationItemOutput>;

export type ConversationPage = z.infer<typeof output.conversationPageOutput>;

/**
 * By rising `seq`, or by rising `revision` for `changedAfter`. `hasMore`: in the direction asked for. `revision`: all
 * changes up to it are in the messages.
 */
export type History = z.infer<typeof output.historyOutput>;

/** Of one's own conversations, the newest first. */
export type MessageSearch = z.infer<typeof output.messageSearchOutput>;

export type MessageFound = z.infer<typeof output.messageFoundOutput>;

/**
 * `conversations`: only counts above 0. `positions`: all conversations; the version grows with every change of the
 * count. Missing from older servers.
 */
export type Unread = z.infer<typeof output.unreadOutput>;

export type UnreadPosition = z.infer<typeof output.unreadPositionOutput>;

export function unreadLabel(total: number): string {
  if (total <= 0) return '';
  return total > UNREAD_CAP ? `${UNREAD_CAP}+` : String(total);
}

/** An inactive conversation becomes active with the message. */
export function denySendMessage(conversation: Pick<Conversation, 'status'>): ErrorCode | null {
  return conversation.status === 'closed' ? 'CONVERSATION_CLOSED' : null;
}

/** In its first minutes; an ended chat stays as it was said. */
export function denyEditMessage(
  { kind, senderId, createdAt }: Pick<Message, 'kind' | 'senderId' | 'createdAt'>,
  by: { memberId: string; status: ConversationStatus; now: number },
): ErrorCode | null {
  const denied = denyDeleteMessage({ kind, senderId }, by);
  if (denied) return denied;
  if (by.status === 'closed') return 'CONVERSATION_CLOSED';
  return by.now - Date.parse(createdAt) > EDIT_MINUTES * 60_000 ? 'MESSAGE_EDIT_TOO_LATE' : null;
}

export function denyDeleteMessage(
  { kind, senderId }: Pick<Message, 'kind' | 'senderId'>,
  { memberId }: { memberId: string },
): ErrorCode | null {
  if (kind === 'deleted') return 'MESSAGE_DELETED';
  return kind !== 'text' || senderId !== memberId ? 'MESSAGE_NOT_YOURS' : null;
}

export function denyJoinConversation(
  conversation: Pick<Conversation, 'status' | 'currentParticipants' | 'maxParticipants'>,
): ErrorCode | null {
  if (conversation.status === 'closed') return 'CONVERSATION_CLOSED';
  return conversation.currentParticipants >= conversation.maxParticipants ? 'CONVERSATION_FULL' : null;
}

/** « C’est ça qui a marché »: the requester marks and unmarks, a helper proposes and takes an own proposal back. */
export function denyMarkSolution(
  seat: Pick<Conversation, 'status'> & { role: ParticipantRole; memberId: string },
  { solution }: Pick<Message, 'solution'>,
  isSolution: boolean,
): ErrorCode | null {
  if (seat.status === 'closed') return 'CONVERSATION_CLOSED';
  if (seat.role === 'requester' || isSolution || !solution) return null;
  return solution.by === seat.memberId && !solution.confirmed ? null : 'SOS_NOT_YOURS';
}

/** In this order everywhere; the labels are for screen readers. */
export const REACTIONS = [
  { emoji: '👍', label: 'pouce levé' },
  { emoji: '❤️', label: 'cœur' },
  { emoji: '😂', label: 'rire' },
  { emoji: '🎉', label: 'bravo' },
  { emoji: '🙏', label: 'merci' },
  { emoji: '👀', label: 'je regarde' },
] as const;

export type ReactionEmoji = (typeof REACTIONS)[number]['emoji'];

/** An unknown emoji, of a newer version, is its own label. */
export function reactionLabel(emoji: string): string {
  return REACTIONS.find((one) => one.emoji === emoji)?.label ?? emoji;
}
