import {
  type Conversation,
  HISTORY_PAGE,
  type History,
  type Message,
} from '@guilde/contracts/conversations/rules.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import type { LiveContext } from '../live.ts';
import { type Chats, knownChat, knownChats, updateChats, withOpenedThread, withThread } from './chats.ts';
import { refetchConversation } from './conversation-query.ts';
import { removeStored } from './outgoing.ts';
import {
  applyChanges,
  applyPage,
  EMPTY_THREAD,
  hasGap,
  hasMissedChanges,
  isShown,
  lastSeq,
  showDetached,
  showNewest,
  shownMessages,
  type Thread,
} from './thread.ts';
import { readPositionOf } from './unread.ts';

const threadKey = (conversationId: string) => ['thread', conversationId] as const;
const fillKey = (conversationId: string) => ['thread-fill', conversationId] as const;

const LARGE_PAGE = 200;
const LINES_BEFORE_UNREAD = 10;

/** `change` puts the messages into the chat. Unsent ones among them leave the queue. */
export function receiveMessages(
  context: LiveContext,
  conversationId: string,
  messages: readonly Message[],
  change: (chats: Chats) => Chats,
): void {
  updateChats(context.queryClient, change);
  const thread = knownThread(context.queryClient, conversationId);
  if (thread && isIncomplete(thread)) void fillThread(context, conversationId);
  void removeStored(messages.map(({ id }) => id));
}

function isIncomplete(thread: Thread): boolean {
  return hasGap(thread) || hasMissedChanges(thread);
}

export function knownThread(queryClient: QueryClient, conversationId: string): Thread | undefined {
  return knownChat(queryClient, conversationId)?.thread;
}

type HistoryRange = { before: number } | { after: number } | { changedAfter: number } | Record<never, never>;

function fetchHistory(
  { api }: LiveContext,
  conversationId: string,
  range: HistoryRange,
  limit = HISTORY_PAGE,
) {
  const query = Object.fromEntries(
    Object.entries<number>({ ...range, limit }).map(([name, value]) => [name, String(value)]),
  );
  return call(api.conversations[':conversationId'].messages.$get({ param: { conversationId }, query }));
}

/** The query keeps only the state of the request; the thread is in the chat. */
export function threadQuery(context: LiveContext, conversation: Conversation) {
  const { id } = conversation;
  return queryOptions({
    queryKey: threadKey(id),
    queryFn: async () => {
      const pages = await pagesToOpenWith(context, conversation);
      receiveMessages(context, id, pages.newest.messages, (chats) => withOpenedThread(chats, id, pages));
      return null;
    },
    staleTime: 0,
  });
}

/** Fetches a page of the newest and, when more than that is unread, one around the first unread message. */
async function pagesToOpenWith(context: LiveContext, conversation: Conversation) {
  const { id, lastSeq: newestSeq } = conversation;
  const readSeq = readPositionOf(context, conversation);
  const isFar = newestSeq - readSeq > HISTORY_PAGE - LINES_BEFORE_UNREAD;
  const [newest, around] = await Promise.all([
    fetchHistory(context, id, {}),
    isFar ? fetchHistory(context, id, { after: Math.max(0, readSeq - LINES_BEFORE_UNREAD) }) : null,
  ]);
  return { newest, around };
}

/** Rejects with `ApiError`. */
export async function fetchOlder(context: LiveContext, conversationId: string): Promise<void> {
  const [first] = shownMessages(knownThread(context.queryClient, conversationId) ?? EMPTY_THREAD);
  if (!first) return;
  const page = await fetchHistory(context, conversationId, { before: first.seq });
  receivePage(context, conversationId, page);
}

function receivePage(context: LiveContext, conversationId: string, page: History): void {
  receiveMessages(context, conversationId, page.messages, (chats) =>
    withThread(chats, conversationId, (thread) => applyPage(thread, page)),
  );
}

/** Loads what comes after the messages that are shown apart from the newest. Rejects with `ApiError`. */
export async function fetchBelow(context: LiveContext, conversationId: string): Promise<void> {
  const last = knownThread(context.queryClient, conversationId)?.detached.at(-1);
  if (!last) return;
  receivePage(context, conversationId, await fetchHistory(context, conversationId, { after: last.seq }));
}

/** Returns false when no message has this number. Rejects with `ApiError`. */
export async function showMessage(
  context: LiveContext,
  conversationId: string,
  seq: number,
): Promise<boolean> {
  const thread = () => knownThread(context.queryClient, conversationId) ?? EMPTY_THREAD;
  if (isShown(thread(), seq)) return true;
  if (seq >= (thread().messages[0]?.seq ?? 0)) leaveDetached(context, conversationId);
  else {
    const after = Math.max(0, seq - 1 - HISTORY_PAGE / 2);
    const page = await fetchHistory(context, conversationId, { after });
    receiveMessages(context, conversationId, page.messages, (chats) =>
      withThread(chats, conversationId, (known) => showDetached(known, page)),
    );
  }
  return isShown(thread(), seq);
}

export function leaveDetached({ queryClient }: LiveContext, conversationId: string): void {
  updateChats(queryClient, (chats) => withThread(chats, conversationId, showNewest));
}

/** Concurrent calls share one fetch. */
export function fillThread(context: LiveContext, conversationId: string): Promise<unknown> {
  if (!knownThread(context.queryClient, conversationId)) return Promise.resolve();
  return context.queryClient
    .fetchQuery({
      queryKey: fillKey(conversationId),
      queryFn: () => fetchMissing(context, conversationId),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    })
    .catch(() => undefined);
}

async function fetchMissing(context: LiveContext, conversationId: string): Promise<null> {
  const thread = () => knownThread(context.queryClient, conversationId) ?? EMPTY_THREAD;
  for (let goesOn = true; goesOn; ) {
    const before = thread();
    const newer = await fetchHistory(context, conversationId, { after: lastSeq(before) }, LARGE_PAGE);
    receivePage(context, conversationId, newer);
    if (newer.messages.some(({ kind }) => kind !== 'text')) refetchConversation(context, conversationId);
    if (hasMissedChanges(thread())) await fetchChanges(context, conversationId, thread().revision);
    // A round that brings nothing would be repeated without end.
    goesOn = thread() !== before && (newer.hasMore || isIncomplete(thread()));
  }
  return null;
}

async function fetchChanges(
  context: LiveContext,
  conversationId: string,
  changedAfter: number,
): Promise<void> {
  const page = await fetchHistory(context, conversationId, { changedAfter }, LARGE_PAGE);
  receiveMessages(context, conversationId, page.messages, (chats) =>
    withThread(chats, conversationId, (known) => applyChanges(known, changedAfter, page)),
  );
}

/** A break is over: this completes the threads on screen, as a fetch that began before it may hang. */
export function fillThreads(context: LiveContext): void {
  const { queryClient } = context;
  for (const conversationId of Object.keys(knownChats(queryClient).byId)) {
    if (!isOnScreen(queryClient, conversationId)) continue;
    queryClient
      .cancelQueries({ queryKey: fillKey(conversationId) })
      .then(() => fillThread(context, conversationId))
      .catch(() => undefined);
  }
}

export function isOnScreen(queryClient: QueryClient, conversationId: string): boolean {
  const query = queryClient.getQueryCache().find({ queryKey: threadKey(conversationId) });
  return query !== undefined && query.getObserversCount() > 0;
}
