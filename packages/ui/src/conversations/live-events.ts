import type { LiveHandlers } from '../live.ts';
import { announceUnread } from './announcements.ts';
import { refetchConversations } from './conversation.ts';
import { fillThreads } from './history.ts';
import { receiveConversation, receiveMessage, receiveRead, receiveSosRemoved } from './incoming.ts';
import { refetchLists } from './list.ts';
import { heardAnswer, heardRefusal } from './live-sending.ts';
import { sendAllWaiting } from './sending.ts';
import { heardTyping } from './typing.ts';
import { setUnread } from './unread.ts';

/**
 * What conversations do with what the server tells. Every connection begins with the unread truth, with the messages
 * missed since what is loaded, and with sending what was kept; after a break all that is on screen is asked again.
 */
export const conversationEvents: LiveHandlers = {
  hello: (context, { unread }) => {
    setUnread(context.queryClient, unread);
    fillThreads(context);
    sendAllWaiting(context);
  },
  resumed: ({ queryClient }) => {
    refetchLists(queryClient);
    refetchConversations(queryClient);
  },
  'message.created': (context, { message }) => {
    announceUnread(context, message);
    receiveMessage(context, message);
    heardAnswer(message.id, message);
  },
  'message.refused': (_, { id }) => heardAnswer(id, null),
  refused: heardRefusal,
  'conversation.updated': (context, { conversation }) => receiveConversation(context, conversation),
  'sos.removed': (context, { sosId }) => receiveSosRemoved(context, sosId),
  'conversation.read': (context, event) => receiveRead(context, event),
  typing: ({ memberId }, event) => {
    if (event.memberId !== memberId) heardTyping(event.conversationId, event.memberId);
  },
};
