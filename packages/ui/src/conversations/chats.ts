import {
  type Conversation,
  type Message,
  ownerId,
  type Unread,
} from '@guilde/contracts/conversations/rules.ts';
import {
  applyUnread,
  clearConversation,
  countMessage,
  type UnreadState,
} from '@guilde/contracts/conversations/unread.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { applyConversation, applyRead, hasSeat } from './conversation.ts';
import { applyChange, applyMessages, isNewer, openedThread, type Thread } from './thread.ts';

/** A part is missing until somebody has asked for it or an event has brought it. */
export type Chat = {
  conversation?: Conversation | undefined;
  thread?: Thread | undefined;
  last?: Message | undefined;
  /** It is the number of the last message when the member lost the seat. */
  leftAt?: number | undefined;
};

/**
 * List rows, last lines and unread numbers are derived from the chats by id. The functions below return the
 * next state; what is older than the known state changes nothing, so that events, answers and pages may come
 * in any order and more than once.
 */
export type Chats = {
  byId: Record<string, Chat>;
  unread: UnreadState;
  /** It is false until the server has sent its count, to which messages of events are added. */
  isCounted: boolean;
};

export const NO_CHATS: Chats = {
  byId: {},
  unread: { total: 0, conversations: {}, parts: {} },
  isCounted: false,
};

const chatsKey = ['chats'] as const;

export function knownChats(queryClient: QueryClient): Chats {
  return queryClient.getQueryData<Chats>(chatsKey) ?? NO_CHATS;
}

export function knownChat(queryClient: QueryClient, conversationId: string): Chat | undefined {
  return knownChats(queryClient).byId[conversationId];
}

export function updateChats(queryClient: QueryClient, change: (chats: Chats) => Chats): void {
  queryClient.setQueryData<Chats>(chatsKey, (known) => change(known ?? NO_CHATS));
}

/** It is never fetched: events and answers of other queries change it. */
export function useChats<T>(select: (chats: Chats) => T): T {
  return useQuery({
    queryKey: chatsKey,
    queryFn: ({ client }) => knownChats(client),
    enabled: false,
    initialData: NO_CHATS,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // The functions below keep unchanged parts; a deep comparison costs time on long threads.
    structuralSharing: false,
    select,
  }).data;
}

const NOTHING_KNOWN: Chat = {};

function withChat(chats: Chats, id: string, change: (chat: Chat) => Chat): Chats {
  const known = chats.byId[id] ?? NOTHING_KNOWN;
  const chat = change(known);
  return chat === known ? chats : { ...chats, byId: { ...chats.byId, [id]: chat } };
}

/** A text also moves its author's read position. */
export function withMessage(chats: Chats, message: Message, memberId: string): Chats {
  const { conversationId, kind, senderId, seq } = message;
  const unread = countMessage(chats.unread, message, memberId);
  return withChat({ ...chats, unread }, conversationId, ({ conversation, thread, last, leftAt }) => ({
    conversation:
      conversation && kind === 'text' && senderId ? applyRead(conversation, senderId, seq) : conversation,
    thread: thread && applyMessages(thread, [message]),
    last: newerMessage(last, message),
    leftAt,
  }));
}

/** The message was edited, deleted or marked, or has other reactions. */
export function withChange(chats: Chats, message: Message): Chats {
  const { conversationId, revision = 0 } = message;
  return withChat(chats, conversationId, (chat) => ({
    ...chat,
    conversation:
      chat.conversation && chat.conversation.revision < revision
        ? { ...chat.conversation, revision }
        : chat.conversation,
    thread: chat.thread && applyChange(chat.thread, message),
    last: newerMessage(chat.last, message),
  }));
}

/** The newest message of a chat counts, whichever event or answer has brought it. */
export function lastMessageOf({ thread, last }: Chat): Message | undefined {
  return [thread?.messages.at(-1), thread?.ahead.at(-1)].reduce(
    (newest, message) => (message ? newerMessage(newest, message) : newest),
    last,
  );
}

/** The later of two messages wins, and the newer of two states of one message. */
export function newerMessage(known: Message | null | undefined, message: Message): Message {
  if (known?.seq !== message.seq) return known && known.seq > message.seq ? known : message;
  return isNewer(message, known) ? message : known;
}

/** A member who left just before, here or in another window, does not get it back. */
export function withConversation(chats: Chats, incoming: Conversation, memberId: string): Chats {
  const { conversation: known, leftAt = -1 } = chats.byId[incoming.id] ?? NOTHING_KNOWN;
  if (incoming.lastSeq <= leftAt) return chats;
  const conversation = applyConversation(known, incoming);
  if (!hasSeat(conversation, memberId)) return withoutSeat(chats, incoming.id, conversation.lastSeq);
  return withChat(chats, incoming.id, (chat) => ({ ...chat, conversation, leftAt: undefined }));
}

/** `seq` is the last message of which the member is known to have lost the seat. */
export function withoutSeat(chats: Chats, id: string, seq: number): Chats {
  const leftAt = Math.max(seq, lastMessageOf(chats.byId[id] ?? NOTHING_KNOWN)?.seq ?? 0);
  return {
    ...chats,
    byId: { ...chats.byId, [id]: { leftAt } },
    unread: clearConversation(chats.unread, id),
  };
}

/** The member's own unread number is 0 until the server sends `unread`. */
export function withRead(
  chats: Chats,
  read: { conversationId: string; memberId: string; seq: number; unread?: Unread },
  memberId: string,
): Chats {
  const { conversationId: id, unread } = read;
  const moved = withChat(chats, id, (chat) => {
    const conversation = chat.conversation && applyRead(chat.conversation, read.memberId, read.seq);
    return conversation === chat.conversation ? chat : { ...chat, conversation };
  });
  if (unread) return withUnread(moved, unread);
  return read.memberId === memberId ? { ...moved, unread: clearConversation(moved.unread, id) } : moved;
}

/** An answer may be older than the loss of a seat. */
export function withUnread(chats: Chats, unread: Unread): Chats {
  const current = Object.entries(unread.positions).filter(
    ([id, [upTo]]) => upTo > (chats.byId[id]?.leftAt ?? -1),
  );
  const counted = { ...unread, positions: Object.fromEntries(current) };
  return { ...chats, unread: applyUnread(chats.unread, counted), isCounted: true };
}

/** A conversation that is not open stays as it is. */
export function withThread(chats: Chats, id: string, change: (thread: Thread) => Thread): Chats {
  return withChat(chats, id, (chat) => {
    const thread = chat.thread && change(chat.thread);
    return thread === chat.thread ? chat : { ...chat, thread };
  });
}

/** What events have brought while the pages were on their way is newer than they are. */
export function withOpenedThread(chats: Chats, id: string, pages: Parameters<typeof openedThread>[0]): Chats {
  return withChat(chats, id, (chat) => ({
    ...chat,
    thread: openedThread(pages, chat.last, chat.conversation?.revision),
  }));
}

export function conversationOfOwner({ byId }: Chats, id: string): Conversation | undefined {
  return Object.values(byId).find(({ conversation }) => conversation && ownerId(conversation) === id)
    ?.conversation;
}
