import {
  type Conversation,
  type ConversationItem,
  HISTORY_PAGE,
  type History,
  type Message,
  type Unread,
} from '@guilde/contracts/conversations.ts';
import { applyUnread, clearConversation, countMessage } from '@guilde/contracts/unread.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import type { LiveContext } from '../live.ts';
import { reapplyAfterFetch } from '../reapply-after-fetch.ts';
import {
  applyRead,
  conversationKey,
  conversationQuery,
  hasSeat,
  knownConversation,
  knownConversations,
  mergeConversation,
  participantOf,
  refetchConversation,
  updateConversation,
} from './conversation.ts';
import {
  applyChangeToList,
  applyConversationToList,
  applyMessageToList,
  isListed,
  knownItem,
  knownItemOfSos,
  refetchLists,
  updateLists,
  withoutItem,
} from './list.ts';
import { removeStored } from './outgoing.ts';
import {
  applyChange,
  applyChanges,
  applyMessages,
  applyPage,
  EMPTY_THREAD,
  hasGap,
  hasMissedChanges,
  isShown,
  lastSeq,
  showApart,
  showNewest,
  shownMessages,
  startThread,
  type Thread,
} from './thread.ts';
import { stoppedTyping } from './typing.ts';
import { readPositionOf, updateUnread } from './unread.ts';

/**
 * The only place that changes conversations in the cache. Sent messages, answers, events and history come in
 * any order, and more than once.
 */

const threadsKey = ['thread'] as const;
const threadKey = (conversationId: string) => [...threadsKey, conversationId] as const;
const fillKey = (conversationId: string) => ['thread-fill', conversationId] as const;

const LARGE_PAGE = 200;
const LINES_BEFORE_UNREAD = 10;

function receiveMessages(
  context: LiveContext,
  conversationId: string,
  messages: readonly Message[],
  apply: (thread: Thread) => Thread = (thread) => applyMessages(thread, messages),
): void {
  const { queryClient } = context;
  reapplyAfterFetch(queryClient, threadKey(conversationId), (key) => {
    queryClient.setQueryData<Thread>(key, (thread) => thread && apply(thread));
    const thread = knownThread(queryClient, conversationId);
    if (thread && isIncomplete(thread)) void fillThread(context, conversationId);
  });
  void removeStored(messages.map(({ id }) => id));
}

function isIncomplete(thread: Thread): boolean {
  return hasGap(thread) || hasMissedChanges(thread);
}

/** One that is not newer than what is known changes nothing. */
export function receiveChange(context: LiveContext, message: Message): void {
  receiveMessages(context, message.conversationId, [message], (thread) => applyChange(thread, message));
  updateLists(context.queryClient, (pages) => applyChangeToList(pages, message));
}

export function receiveMessage(context: LiveContext, message: Message): void {
  const { queryClient, memberId } = context;
  const { conversationId, senderId } = message;
  receiveMessages(context, conversationId, [message]);
  stoppedTyping(conversationId, senderId);
  updateUnread(queryClient, (unread) => unread && countMessage(unread, message, memberId));
  if (message.kind === 'text' && senderId)
    updateConversation(queryClient, conversationId, (known) => applyRead(known, senderId, message.seq));
  if (isListed(queryClient, conversationId)) showInLists(context, message);
  else refetchLists(queryClient);
}

/** Fetches an unknown sender once per conversation. */
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

function senderOf(
  { queryClient }: LiveContext,
  message: Message,
): ConversationItem['lastSender'] | undefined {
  const { conversationId, senderId } = message;
  if (!senderId) return null;
  const conversation = knownConversation(queryClient, conversationId);
  const member = conversation && participantOf(conversation, senderId)?.member;
  const last = knownItem(queryClient, conversationId)?.lastSender;
  return member ?? (last?.id === senderId ? last : undefined);
}

/** The member may have left it just before, here or in another window. */
export function receiveConversation(context: LiveContext, conversation: Conversation): void {
  const { queryClient, memberId } = context;
  if (!hasSeat(conversation, memberId)) {
    forgetConversation(context, conversation);
    return;
  }
  mergeConversation(queryClient, conversation);
  updateLists(queryClient, (pages) => applyConversationToList(pages, conversation));
  if (!isListed(queryClient, conversation.id)) refetchLists(queryClient);
}

/** A screen that shows it refetches, and gets not found. */
export function forgetConversation(
  { queryClient }: LiveContext,
  { id, sosId }: Pick<Conversation, 'id' | 'sosId'>,
): void {
  updateLists(queryClient, (pages) => withoutItem(pages, id));
  updateUnread(queryClient, (unread) => unread && clearConversation(unread, id));
  queryClient.removeQueries({ queryKey: threadKey(id), exact: true });
  queryClient.resetQueries({ queryKey: conversationKey(sosId), exact: true }).catch(() => undefined);
}

export function receiveSosRemoved(context: LiveContext, sosId: string): void {
  const { queryClient } = context;
  const known =
    knownConversations(queryClient).find((one) => one.sosId === sosId) ?? knownItemOfSos(queryClient, sosId);
  if (known) forgetConversation(context, known);
}

/** Own unread count is 0 until the server sends `unread`. */
export function receiveRead(
  { queryClient, memberId }: LiveContext,
  read: { conversationId: string; memberId: string; seq: number; unread?: Unread },
): void {
  const { conversationId, unread } = read;
  updateConversation(queryClient, conversationId, (known) => applyRead(known, read.memberId, read.seq));
  if (unread) receiveUnread(queryClient, unread);
  else if (read.memberId === memberId)
    updateUnread(queryClient, (known) => known && clearConversation(known, conversationId));
}

/** An older state changes nothing. */
export function receiveUnread(queryClient: QueryClient, unread: Unread): void {
  updateUnread(queryClient, (known) => applyUnread(known, unread));
}

export function knownThread(queryClient: QueryClient, conversationId: string): Thread | undefined {
  return queryClient.getQueryData<Thread>(threadKey(conversationId));
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

/** `isMissing`: go on after the last page, for what was sent meanwhile. */
async function* pagesAfter(
  context: LiveContext,
  conversationId: string,
  after: number,
  isMissing: () => boolean = () => false,
) {
  for (let last = after, goesOn = true; goesOn; ) {
    const page = await fetchHistory(context, conversationId, { after: last }, LARGE_PAGE);
    const { messages, hasMore } = page;
    yield page;
    last = messages.at(-1)?.seq ?? last;
    goesOn = messages.length > 0 && (hasMore || isMissing());
  }
}

export function threadQuery(context: LiveContext, conversation: Conversation) {
  return queryOptions<Thread>({
    queryKey: threadKey(conversation.id),
    queryFn: async () => {
      const { newest, around } = await pagesToOpenWith(context, conversation);
      void removeStored(newest.messages.map(({ id }) => id));
      const thread = startThread(newest);
      return around ? showApart(thread, around) : thread;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // `applyMessages` keeps unchanged messages; a deep comparison costs time on long threads.
    structuralSharing: false,
  });
}

/** A page of the newest and, when more than that is unread, one around the first unread message. */
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
  receiveMessages(context, conversationId, page.messages, (thread) => applyPage(thread, page));
}

/** Below what is read apart. Rejects with `ApiError`. */
export async function fetchBelow(context: LiveContext, conversationId: string): Promise<void> {
  const last = knownThread(context.queryClient, conversationId)?.apart.at(-1);
  if (!last) return;
  receivePage(context, conversationId, await fetchHistory(context, conversationId, { after: last.seq }));
}

/** Shows this message among its neighbours; false when there is none of this number. Rejects with `ApiError`. */
export async function showMessage(
  context: LiveContext,
  conversationId: string,
  seq: number,
): Promise<boolean> {
  const thread = () => knownThread(context.queryClient, conversationId) ?? EMPTY_THREAD;
  if (isShown(thread(), seq)) return true;
  if (seq >= (thread().messages[0]?.seq ?? 0)) leaveApart(context, conversationId);
  else {
    const after = Math.max(0, seq - 1 - HISTORY_PAGE / 2);
    const page = await fetchHistory(context, conversationId, { after });
    receiveMessages(context, conversationId, page.messages, (known) => showApart(known, page));
  }
  return isShown(thread(), seq);
}

export function leaveApart({ queryClient }: LiveContext, conversationId: string): void {
  queryClient.setQueryData<Thread>(threadKey(conversationId), (thread) => thread && showNewest(thread));
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
  for (let before: Thread | null = null; before !== thread() && (!before || isIncomplete(thread())); ) {
    before = thread();
    await fetchNewer(context, conversationId, thread);
    await fetchChanges(context, conversationId, thread);
  }
  return null;
}

async function fetchNewer(context: LiveContext, conversationId: string, thread: () => Thread): Promise<void> {
  const pages = pagesAfter(context, conversationId, lastSeq(thread()), () => hasGap(thread()));
  for await (const page of pages) {
    receivePage(context, conversationId, page);
    if (page.messages.some(({ kind }) => kind !== 'text'))
      refetchConversation(context.queryClient, conversationId);
  }
}

async function fetchChanges(
  context: LiveContext,
  conversationId: string,
  thread: () => Thread,
): Promise<void> {
  for (let goesOn = hasMissedChanges(thread()); goesOn; ) {
    const { revision: changedAfter } = thread();
    const page = await fetchHistory(context, conversationId, { changedAfter }, LARGE_PAGE);
    receiveMessages(context, conversationId, page.messages, (known) =>
      applyChanges(known, changedAfter, page),
    );
    // A page that brings nothing would be asked for without end.
    goesOn = hasMissedChanges(thread()) && thread().revision !== changedAfter;
  }
}

/** After a break; a fetch that began before it may hang. */
export function fillThreads(context: LiveContext): void {
  const { queryClient } = context;
  for (const [[, conversationId], thread] of queryClient.getQueriesData<Thread>({ queryKey: threadsKey })) {
    if (!thread || typeof conversationId !== 'string') continue;
    queryClient
      .cancelQueries({ queryKey: fillKey(conversationId) })
      .then(() => fillThread(context, conversationId))
      .catch(() => undefined);
  }
}
