import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { PERIODS } from '../retention/periods.ts';
import type * as output from './output.ts';

export const MAX_PARTICIPANTS = 5;
export const MESSAGE_MAX = 4000;
export const EDIT_MINUTES = 15;
/** The text before a correction is kept for so long. */
export const VERSIONS_DAYS = PERIODS.messageVersions.days;
export const HISTORY_PAGE = 50;
export const CONVERSATIONS_PAGE = 30;
export const FOUND_PAGE = 30;
export const FOUND_MAX = 100;
/** A conversation becomes inactive without a message (docs/specification.md#conversation). */
export const INACTIVE_AFTER_DAYS = 14;
/** An open chat polls without a socket (docs/specification.md#realtime). */
export const POLLING_MS = 2000;
/** Every page asks for the badge and the title, so it asks less often. */
export const UNREAD_POLLING_MS = 10_000;
export const UNREAD_CAP = 99;

export type ConversationStatus = z.infer<typeof output.conversationStatusOutput>;
export type ParticipantRole = Participant['role'];

/**
 * Kinds other than `text` are made by the server with empty content, except `deleted`, which was a text. All
 * share one sequence.
 */
export type MessageKind = z.infer<typeof output.messageKindOutput>;

/**
 * `seq` counts from 1 without gaps; of two states the one with the higher `revision` is newer. `senderId` is
 * null once the account is deleted.
 */
export type Message = z.infer<typeof output.messageOutput>;

export type Quote = z.infer<typeof output.quoteOutput>;

export type MessageVersion = z.infer<typeof output.messageVersionsOutput>['versions'][number];

/** All messages up to `readSeq` are read, and it only moves forward. */
export type Participant = z.infer<typeof output.participantOutput>;

export type Conversation = z.infer<typeof output.conversationOutput>;

/** A conversation belongs to an SOS, an event or a deal. */
export type ConversationOwner = Pick<Conversation, 'sosId' | 'eventId' | 'dealId'>;

export function ownerId({ sosId, eventId, dealId }: ConversationOwner): string {
  return sosId ?? eventId ?? dealId ?? '';
}

/** `lastSender` wrote or caused the last message, and is null once the account is deleted. */
export type ConversationItem = z.infer<typeof output.conversationItemOutput>;

export type ConversationPage = z.infer<typeof output.conversationPageOutput>;

/**
 * The messages are sorted by `seq`, or by `revision` for `changedAfter`. `hasMore` looks in the requested
 * direction. All changes up to `revision` are in the messages.
 */
export type History = z.infer<typeof output.historyOutput>;

/** The messages of one's own conversations are sorted from the newest to the oldest. */
export type MessageSearch = z.infer<typeof output.messageSearchOutput>;

export type MessageFound = z.infer<typeof output.messageFoundOutput>;

/**
 * `conversations` has only counts above 0. `positions` has all conversations, with a version that grows with
 * every change of the count.
 */
export type Unread = z.infer<typeof output.unreadOutput>;

export function unreadLabel(total: number): string {
  if (total <= 0) return '';
  return total > UNREAD_CAP ? `${UNREAD_CAP}+` : String(total);
}

export function denySendMessage(conversation: Pick<Conversation, 'status'>): ErrorCode | null {
  return conversation.status === 'closed' ? 'CONVERSATION_CLOSED' : null;
}

/** A text can be edited in its first minutes, and no longer once the chat has ended. */
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

/** The requester marks and unmarks a solution; a helper proposes one and withdraws an own proposal. */
export function denyMarkSolution(
  seat: Pick<Conversation, 'status'> & { role: ParticipantRole; memberId: string },
  { solution }: Pick<Message, 'solution'>,
  isSolution: boolean,
): ErrorCode | null {
  if (seat.status === 'closed') return 'CONVERSATION_CLOSED';
  if (seat.role === 'requester' || isSolution || !solution) return null;
  return solution.by === seat.memberId && !solution.confirmed ? null : 'SOS_NOT_YOURS';
}

/** The order is the same everywhere; screen readers say the labels. */
export const REACTIONS = [
  { emoji: '👍', label: 'pouce levé' },
  { emoji: '❤️', label: 'cœur' },
  { emoji: '😂', label: 'rire' },
  { emoji: '🎉', label: 'bravo' },
  { emoji: '🙏', label: 'merci' },
  { emoji: '👀', label: 'je regarde' },
] as const;

export type ReactionEmoji = (typeof REACTIONS)[number]['emoji'];

/** A newer version may know other emojis, which are their own labels. */
export function reactionLabel(emoji: string): string {
  return REACTIONS.find((one) => one.emoji === emoji)?.label ?? emoji;
}
