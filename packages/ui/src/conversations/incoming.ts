import type { Conversation, ConversationItem, Message, Unread } from '@guilde/contracts/conversations.ts';
import { clearConversation, countMessage } from '@guilde/contracts/unread.ts';
import type { LiveContext } from '../live.ts';
import {
  applyConversation,
  applyRead,
  conversationKey,
  conversationQuery,
  knownConversations,
  participantOf,
  takesPart,
  updateConversation,
} from './conversation.ts';
import { forgetThread, keepMessage } from './history.ts';
import {
  applyConversationToList,
  applyMessageToList,
  isListed,
  knownItem,
  knownItemOfSos,
  refetchLists,
  updateLists,
  withoutItem,
} from './list.ts';
import { stoppedTyping } from './typing.ts';
import { setUnread, updateUnread } from './unread.ts';

/** A message that the server has stored, from the answer to sending it or from an event: thread, list, unread number. */
export function receiveMessage(context: LiveContext, message: Message): void {
  const { queryClient, memberId } = context;
  const { conversationId, senderId } = message;
  keepMessage(context, message);
  stoppedTyping(conversationId, senderId);
  updateUnread(queryClient, (unread) => countMessage(unread, message, memberId));
  if (message.kind === 'text' && senderId)
    updateConversation(queryClient, conversationId, (known) => applyRead(known, senderId, message.seq));
  if (isListed(queryClient, conversationId)) showInLists(context, message);
  else refetchLists(queryClient);
}

/** The line of a conversation follows its newest message. Who is not known yet is asked for, once per conversation. */
function showInLists(context: LiveContext, message: Message): void {
  const { api, queryClient } = context;
  const show = (sender: ConversationItem['lastSender']) =>
    updateLists(queryClient, (pages) => applyMessageToList(pages, message, sender));
  const sender = senderOf(context, message);
  const item = knownItem(queryClient, message.conversationId);
  if (sender !== undefined) show(sender);
  else if (item)
    queryClient
      .fetchQuery(conversationQuery(api, queryClient, item.sosId))
      .then(() => show(senderOf(context, message) ?? null))
      .catch(() => refetchLists(queryClient));
}

/** Whose message or quiet line it is, from what is loaded; undefined when only the server knows. */
function senderOf(
  { queryClient }: LiveContext,
  message: Message,
): ConversationItem['lastSender'] | undefined {
  const { conversationId, senderId } = message;
  if (!senderId) return null;
  const conversation = knownConversations(queryClient).find((one) => one.id === conversationId);
  const member = conversation && participantOf(conversation, senderId)?.member;
  const last = knownItem(queryClient, conversationId)?.lastSender;
  return member ?? (last?.id === senderId ? last : undefined);
}

/** A conversation as it is now, from an event; the member may just have left it, in this window or another. */
export function receiveConversation(context: LiveContext, conversation: Conversation): void {
  const { queryClient, memberId } = context;
  if (!takesPart(conversation, memberId)) {
    forgetConversation(context, conversation);
    return;
  }
  queryClient.setQueryData<Conversation>(conversationKey(conversation.sosId), (known) =>
    applyConversation(known, conversation),
  );
  updateLists(queryClient, (pages) => applyConversationToList(pages, conversation));
  if (!isListed(queryClient, conversation.id)) refetchLists(queryClient);
}

/** The member has no seat any more. A screen that shows the conversation asks again, and says that it is not available. */
export function forgetConversation(
  { queryClient }: LiveContext,
  { id, sosId }: Pick<Conversation, 'id' | 'sosId'>,
): void {
  updateLists(queryClient, (pages) => withoutItem(pages, id));
  updateUnread(queryClient, (unread) => clearConversation(unread, id));
  forgetThread(queryClient, id);
  queryClient.resetQueries({ queryKey: conversationKey(sosId), exact: true }).catch(() => undefined);
}

/** An SOS is gone, and its conversation with it. */
export function receiveSosRemoved(context: LiveContext, sosId: string): void {
  const { queryClient } = context;
  const known =
    knownConversations(queryClient).find((one) => one.sosId === sosId) ?? knownItemOfSos(queryClient, sosId);
  if (known) forgetConversation(context, known);
}

/** Somebody's read position moved; with it comes the member's own unread number when it was theirs. */
export function receiveRead(
  { queryClient }: LiveContext,
  read: { conversationId: string; memberId: string; seq: number; unread?: Unread },
): void {
  updateConversation(queryClient, read.conversationId, (known) => applyRead(known, read.memberId, read.seq));
  if (read.unread) setUnread(queryClient, read.unread);
}
