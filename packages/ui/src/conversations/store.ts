import {
  type Conversation,
  type ConversationItem,
  HISTORY_PAGE,
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
import { applyMessages, EMPTY_THREAD, hasGap, lastSeq, startThread, type Thread } from './thread.ts';
import { stoppedTyping } from './typing.ts';
import { updateUnread } from './unread.ts';

/**
 * The only place that changes conversations in the cache. Sent messages, answers, events and history come in
 * any order, and more than once.
 */

const threadsKey = ['thread'] as const;
const threadKey = (conversationId: string) => [...threadsKey, conversationId] as const;
const fillKey = (conversationId: string) => ['thread-fill', conversationId] as const;

const LARGE_PAGE = 200;
const LINES_BEFORE_UNREAD = 10;

function receiveMessages(context: LiveContext, conversationId: string, messages: readonly Message[]): void {
  const { queryClient } = context;
  reapplyAfterFetch(queryClient, threadKey(conversationId), (key) => {
    queryClient.setQueryData<Thread>(key, (thread) => thread && applyMessages(thread, messages));
    const thread = knownThread(queryClient, conversationId);
    if (thread && hasGap(thread)) void fillThread(context, conversationId);
  });
  void removeStored(messages.map(({ id }) => id));
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

function knownThread(queryClient: QueryClient, conversationId: string): Thread | undefined {
  return queryClient.getQueryData<Thread>(threadKey(conversationId));
}

type HistoryRange = { before?: number; after?: number; limit?: number };

function fetchHistory({ api }: LiveContext, conversationId: string, { before, after, limit }: HistoryRange) {
  const query = {
    ...(before === undefined ? {} : { before: String(before) }),
    ...(after === undefined ? {} : { after: String(after) }),
    limit: String(limit ?? HISTORY_PAGE),
  };
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
    const { messages, hasMore } = await fetchHistory(context, conversationId, {
      after: last,
      limit: LARGE_PAGE,
    });
    yield messages;
    last = messages.at(-1)?.seq ?? last;
    goesOn = messages.length > 0 && (hasMore || isMissing());
  }
}

export function threadQuery(context: LiveContext, conversation: Conversation) {
  return queryOptions<Thread>({
    queryKey: threadKey(conversation.id),
    queryFn: async () => {
      const messages = await messagesToOpenWith(context, conversation);
      void removeStored(messages.map(({ id }) => id));
      return startThread(messages);
    },
    staleTime: Number.POSITIVE_INFINITY,
    // `applyMessages` keeps unchanged messages; a deep comparison costs time on long threads.
    structuralSharing: false,
  });
}

async function messagesToOpenWith(context: LiveContext, conversation: Conversation): Promise<Message[]> {
  const { id, lastSeq: newest } = conversation;
  const readSeq = participantOf(conversation, context.memberId)?.readSeq ?? newest;
  if (newest - readSeq <= HISTORY_PAGE - LINES_BEFORE_UNREAD)
    return (await fetchHistory(context, id, {})).messages;
  const messages: Message[] = [];
  for await (const page of pagesAfter(context, id, Math.max(0, readSeq - LINES_BEFORE_UNREAD)))
    messages.push(...page);
  return messages;
}

/** Rejects with `ApiError`. */
export async function fetchOlder(context: LiveContext, conversationId: string): Promise<void> {
  const first = knownThread(context.queryClient, conversationId)?.messages[0];
  if (!first) return;
  const page = await fetchHistory(context, conversationId, { before: first.seq });
  receiveMessages(context, conversationId, page.messages);
}

/** Concurrent calls share one fetch. */
export function fillThread(context: LiveContext, conversationId: string): Promise<unknown> {
  if (!knownThread(context.queryClient, conversationId)) return Promise.resolve();
  return context.queryClient
    .fetchQuery({
      queryKey: fillKey(conversationId),
      queryFn: () => fetchNewer(context, conversationId),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    })
    .catch(() => undefined);
}

async function fetchNewer(context: LiveContext, conversationId: string): Promise<null> {
  const thread = () => knownThread(context.queryClient, conversationId) ?? EMPTY_THREAD;
  const pages = pagesAfter(context, conversationId, lastSeq(thread()), () => hasGap(thread()));
  for await (const messages of pages) {
    receiveMessages(context, conversationId, messages);
    if (messages.some(({ kind }) => kind !== 'text'))
      refetchConversation(context.queryClient, conversationId);
  }
  return null;
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
