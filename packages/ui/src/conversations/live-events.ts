import type { LiveHandlers } from '../live.ts';
import { announceNews, announceUnread, rememberNews } from './announcements.ts';
import { refetchConversations } from './conversation-query.ts';
import { receiveAcknowledgement, receiveFrameRefusal, sendAllWaiting } from './sending.ts';
import {
  forgetConversation,
  receiveChange,
  receiveConversation,
  receiveMessage,
  receiveRead,
  receiveUnread,
  resumeChats,
} from './store.ts';
import { receiveTyping, stoppedTyping } from './typing.ts';

export const conversationEvents: LiveHandlers = {
  hello: (context, { unread, isComplete }) => {
    receiveUnread(context.queryClient, unread);
    if (!isComplete) void resumeChats(context);
    sendAllWaiting(context);
  },
  resumed: ({ queryClient }) => refetchConversations(queryClient),
  'message.created': (context, { message }) => {
    rememberNews(context, message);
    announceUnread(context, message);
    receiveMessage(context, message);
    stoppedTyping(message.conversationId, message.senderId);
    receiveAcknowledgement(message.id, true);
  },
  'message.changed': (context, { message }) => receiveChange(context, message),
  'message.refused': (_, { id }) => receiveAcknowledgement(id, false),
  refused: receiveFrameRefusal,
  'conversation.updated': (context, { conversation }) => {
    announceNews(context, conversation);
    receiveConversation(context, conversation);
  },
  'sos.removed': (context, { sosId }) => forgetConversation(context, sosId),
  'conversation.read': (context, event) => receiveRead(context, event),
  typing: ({ memberId }, event) => {
    if (event.memberId !== memberId) receiveTyping(event.conversationId, event.memberId);
  },
};
