import type { Message, Unread } from './conversations.ts';

/** The unread truth, and the newest message of each conversation that events have already counted into it. */
export type UnreadState = Unread & { counted: Record<string, number> };

/** The server's number replaces ours; what was counted stays known, so that a late duplicate counts for nothing. */
export function applyUnread(known: UnreadState | undefined, unread: Unread): UnreadState {
  return { ...unread, counted: known?.counted ?? {} };
}

/** A message of somebody else is unread, once; quiet lines are not (the server counts the same way). */
export function countMessage(known: UnreadState, message: Message, memberId: string): UnreadState {
  const { conversationId, seq, kind, senderId } = message;
  if (kind !== 'text' || senderId === memberId || seq <= (known.counted[conversationId] ?? 0)) return known;
  return {
    total: known.total + 1,
    conversations: {
      ...known.conversations,
      [conversationId]: (known.conversations[conversationId] ?? 0) + 1,
    },
    counted: { ...known.counted, [conversationId]: seq },
  };
}

/** Everything in a conversation has been read, or the member has left it. */
export function clearConversation(known: UnreadState, conversationId: string): UnreadState {
  const { [conversationId]: cleared = 0, ...conversations } = known.conversations;
  return cleared === 0 ? known : { ...known, total: Math.max(0, known.total - cleared), conversations };
}
