import {
  type Conversation,
  type ConversationItem,
  type ConversationPage,
  type Message,
  ownerId,
} from '@guilde/contracts/conversations/rules.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ApiClient, call, useApi } from '../api.ts';
import { type Chat, type Chats, lastMessageOf, newerMessage, useChats } from './chats.ts';
import { participantOf } from './conversation.ts';

const listsKey = ['conversations'] as const;

/** The pages are as the server answered; the chats (chats.ts) have what has changed since. */
export type ConversationPages = InfiniteData<ConversationPage, unknown>;
type Sender = ConversationItem['lastSender'];

function conversationsQuery(api: ApiClient, q: string) {
  return infiniteQueryOptions({
    queryKey: [...listsKey, q],
    queryFn: ({ pageParam: cursor }) =>
      call(api.conversations.$get({ query: { ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function useConversations(q: string) {
  const list = useInfiniteQuery(conversationsQuery(useApi(), q));
  const { data } = list;
  const byId = useChats((chats) => chats.byId);
  const items = useMemo(() => (q ? foundItems(data, byId) : listedItems(data, byId)), [q, data, byId]);
  return { list, items };
}

/** Conversations end at the last loaded one, and are sorted from the newest activity. */
export function listedItems(pages: ConversationPages | undefined, byId: Chats['byId']): ConversationItem[] {
  if (!pages) return [];
  const answered = answeredItems(pages);
  const listed = new Set(answered.map(({ id }) => id));
  const others = Object.values(byId).flatMap(({ conversation }) =>
    conversation && !listed.has(conversation.id) ? [itemOf(conversation)] : [],
  );
  const oldest = pages.pages.at(-1)?.nextCursor ? answered.at(-1)?.updatedAt : undefined;
  return currentItems([...answered, ...others], byId).filter(
    ({ updatedAt }) => !oldest || updatedAt >= oldest,
  );
}

/** A search lists only what it has found. */
export function foundItems(pages: ConversationPages | undefined, byId: Chats['byId']): ConversationItem[] {
  return currentItems(answeredItems(pages), byId);
}

/** Returns each one once: a conversation may have moved up between two pages. */
function answeredItems(pages: ConversationPages | undefined): ConversationItem[] {
  const items = new Map<string, ConversationItem>();
  for (const item of pages?.pages.flatMap((page) => page.items) ?? [])
    if (!items.has(item.id)) items.set(item.id, item);
  return [...items.values()];
}

function currentItems(items: ConversationItem[], byId: Chats['byId']): ConversationItem[] {
  return items.flatMap((item) => currentItem(item, byId[item.id]) ?? []).sort(byActivity);
}

function byActivity(a: ConversationItem, b: ConversationItem): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Returns null once the member has left. The last line stays as it was until its sender is known. */
function currentItem(item: ConversationItem, chat: Chat | undefined): ConversationItem | null {
  if (!chat) return item;
  const { conversation, leftAt = -1 } = chat;
  const answered = item.lastMessage;
  const seen = lastMessageOf(chat);
  const last = seen ? newerMessage(answered, seen) : answered;
  if ((last?.seq ?? 0) <= leftAt) return null;
  const isNewer = conversation && conversation.lastSeq >= (answered?.seq ?? 0);
  const current = isNewer ? { ...item, ...aboutOf(conversation) } : item;
  const lastSender = last ? senderOf(last, item, conversation) : null;
  if (!last || last === answered || lastSender === undefined) return current;
  // A changed message does not move its conversation.
  const updatedAt = last.seq === answered?.seq ? item.updatedAt : last.createdAt;
  return { ...current, lastMessage: last, lastSender, updatedAt };
}

function aboutOf(conversation: Conversation) {
  const { id, sosId, eventId, dealId, title, status, outcome, currentParticipants, maxParticipants } =
    conversation;
  return { id, sosId, eventId, dealId, title, status, outcome, currentParticipants, maxParticipants };
}

/** An event may bring a conversation that no answer has listed yet. */
function itemOf(conversation: Conversation): ConversationItem {
  const { updatedAt } = conversation;
  return { ...aboutOf(conversation), updatedAt, lastMessage: null, lastSender: null, unread: 0 };
}

/** Returns undefined while the sender is unknown. */
function senderOf(
  { senderId }: Message,
  item: ConversationItem,
  conversation: Conversation | undefined,
): Sender | undefined {
  if (!senderId) return null;
  const member = conversation && participantOf(conversation, senderId)?.member;
  return member ?? (item.lastSender?.id === senderId ? item.lastSender : undefined);
}

export function knownItemOfOwner(queryClient: QueryClient, id: string): ConversationItem | undefined {
  return queryClient
    .getQueriesData<ConversationPages>({ queryKey: listsKey })
    .flatMap(([, pages]) => answeredItems(pages))
    .find((item) => ownerId(item) === id);
}

/** Returns false when a list on screen has no answer. It never rejects. */
export async function refetchLists(queryClient: QueryClient): Promise<boolean> {
  const refetched = queryClient.invalidateQueries({ queryKey: listsKey }, { throwOnError: true });
  return refetched.then(
    () => true,
    () => false,
  );
}
