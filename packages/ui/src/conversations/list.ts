import type {
  Conversation,
  ConversationItem,
  ConversationPage,
  Message,
} from '@guilde/contracts/conversations.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';
import { reapplyAfterFetch } from '../reapply-after-fetch.ts';
import { isNewer } from './thread.ts';

const listsKey = ['conversations'] as const;

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
  return useInfiniteQuery(conversationsQuery(useApi(), q));
}

/** Each once: a conversation may have moved up between two pages. */
export function itemsOf(pages: ConversationPages | undefined): ConversationItem[] {
  const items = new Map<string, ConversationItem>();
  for (const item of pages?.pages.flatMap((page) => page.items) ?? [])
    if (!items.has(item.id)) items.set(item.id, item);
  return [...items.values()];
}

/** An older or known message changes nothing. */
export function applyMessageToList(
  pages: ConversationPages,
  message: Message,
  sender: Sender,
): ConversationPages {
  const item = itemsOf(pages).find((one) => one.id === message.conversationId);
  if (!item || message.seq <= (item.lastMessage?.seq ?? 0)) return pages;
  const changed: ConversationItem = {
    ...item,
    lastMessage: message,
    lastSender: sender,
    updatedAt: message.createdAt,
  };
  return withFirst(withoutItem(pages, item.id), changed);
}

/** One that is not the last, or not newer than what is known, changes nothing. */
export function applyChangeToList(pages: ConversationPages, message: Message): ConversationPages {
  const isNews = ({ lastMessage }: ConversationItem) =>
    lastMessage?.id === message.id && isNewer(message, lastMessage);
  if (!itemsOf(pages).some(isNews)) return pages;
  return withItems(pages, (items) =>
    items.map((item) => (isNews(item) ? { ...item, lastMessage: message } : item)),
  );
}

/** Does not move the row: only messages do. */
export function applyConversationToList(
  pages: ConversationPages,
  conversation: Conversation,
): ConversationPages {
  const { id, title, status, outcome, currentParticipants, maxParticipants } = conversation;
  const shared = { title, status, outcome, currentParticipants, maxParticipants };
  return withItems(pages, (items) => items.map((item) => (item.id === id ? { ...item, ...shared } : item)));
}

export function withoutItem(pages: ConversationPages, conversationId: string): ConversationPages {
  return withItems(pages, (items) => items.filter((item) => item.id !== conversationId));
}

function withItems(
  pages: ConversationPages,
  change: (items: ConversationItem[]) => ConversationItem[],
): ConversationPages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: change(page.items) })) };
}

function withFirst(pages: ConversationPages, item: ConversationItem): ConversationPages {
  const [first, ...rest] = pages.pages;
  if (!first) return pages;
  return { ...pages, pages: [{ ...first, items: [item, ...first.items] }, ...rest] };
}

export function updateLists(
  queryClient: QueryClient,
  change: (pages: ConversationPages) => ConversationPages,
): void {
  reapplyAfterFetch(queryClient, listsKey, (key) =>
    queryClient.setQueryData<ConversationPages>(key, (pages) => pages && change(pages)),
  );
}

/** True while no list is loaded. */
export function isListed(queryClient: QueryClient, conversationId: string): boolean {
  const pages = queryClient.getQueryData<ConversationPages>([...listsKey, '']);
  return !pages || itemsOf(pages).some((item) => item.id === conversationId);
}

export function knownItem(queryClient: QueryClient, conversationId: string): ConversationItem | undefined {
  return knownItems(queryClient).find((item) => item.id === conversationId);
}

export function knownItemOfSos(queryClient: QueryClient, sosId: string): ConversationItem | undefined {
  return knownItems(queryClient).find((item) => item.sosId === sosId);
}

function knownItems(queryClient: QueryClient): ConversationItem[] {
  return queryClient
    .getQueriesData<ConversationPages>({ queryKey: listsKey })
    .flatMap(([, pages]) => itemsOf(pages));
}

export function refetchLists(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: listsKey }).catch(() => undefined);
}
