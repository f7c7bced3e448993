import {
  type Conversation,
  type Message,
  ownerId,
  type Unread,
} from '@guilde/contracts/conversations/rules.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveContext } from '../live.ts';
import {
  conversationOfOwner,
  knownChat,
  knownChats,
  updateChats,
  withChange,
  withConversation,
  withMessage,
  withoutSeat,
  withRead,
  withUnread,
} from './chats.ts';
import { conversationById, resetConversation } from './conversation-query.ts';
import { fillThreads, isOnScreen, receiveMessages } from './history.ts';
import { knownItemOfOwner, refetchLists } from './list.ts';

export function receiveMessage(context: LiveContext, message: Message): void {
  receiveMessages(context, message.conversationId, [message], (chats) =>
    withMessage(chats, message, context.memberId),
  );
  // Lists need the name; it is fetched once, since events keep a known conversation up to date.
  conversationById(context, message.conversationId, message.senderId).catch(() =>
    refetchLists(context.queryClient),
  );
}

/** A message that is not newer than the known one changes nothing. */
export function receiveChange(context: LiveContext, message: Message): void {
  receiveMessages(context, message.conversationId, [message], (chats) => withChange(chats, message));
}

export function receiveConversation(context: LiveContext, conversation: Conversation): void {
  const { queryClient, memberId } = context;
  updateChats(queryClient, (chats) => withConversation(chats, conversation, memberId));
  if (!knownChat(queryClient, conversation.id)?.conversation)
    resetConversation(queryClient, ownerId(conversation));
}

/** The member has left it, or its SOS is gone or hidden. A screen that shows it gets not found. */
export function forgetConversation({ queryClient }: LiveContext, owner: string): void {
  const known = conversationOfOwner(knownChats(queryClient), owner);
  const item = knownItemOfOwner(queryClient, owner);
  const id = known?.id ?? item?.id;
  if (!id) return;
  const seq = Math.max(known?.lastSeq ?? 0, item?.lastMessage?.seq ?? 0);
  updateChats(queryClient, (chats) => withoutSeat(chats, id, seq));
  resetConversation(queryClient, owner);
  void refetchLists(queryClient);
}

export function receiveRead(
  { queryClient, memberId }: LiveContext,
  read: { conversationId: string; memberId: string; seq: number; unread?: Unread },
): void {
  updateChats(queryClient, (chats) => withRead(chats, read, memberId));
}

/** An older state changes nothing. */
export function receiveUnread(queryClient: QueryClient, unread: Unread): void {
  updateChats(queryClient, (chats) => withUnread(chats, unread));
}

/**
 * A break may have lost events: this completes what is on screen. Lists say what is new in the other
 * conversations, which are forgotten and loaded anew when they are opened.
 */
export async function resumeChats(context: LiveContext): Promise<void> {
  const { queryClient } = context;
  const before = knownChats(queryClient).byId;
  fillThreads(context);
  if (!(await refetchLists(queryClient))) return;
  updateChats(queryClient, (chats) => ({
    ...chats,
    byId: Object.fromEntries(
      Object.entries(chats.byId).filter(([id, chat]) => chat !== before[id] || isOnScreen(queryClient, id)),
    ),
  }));
}
