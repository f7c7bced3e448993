import {
  type Conversation,
  HISTORY_PAGE,
  type Message,
  POLLING_MS,
} from '@guilde/contracts/conversations.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../api.ts';
import { type LiveContext, useLive } from '../live.ts';
import { participantOf, refetchConversation } from './conversation.ts';
import { useMemberContext } from './member-context.ts';
import { settleOutgoing } from './outgoing.ts';
import {
  applyMessages,
  EMPTY_THREAD,
  hasHole,
  lastSeq,
  startThread,
  type Thread,
  withoutDeleted,
} from './thread.ts';

const threadsKey = ['thread'] as const;
const threadKey = (conversationId: string) => [...threadsKey, conversationId] as const;
const heardKey = (conversationId: string) => ['thread-heard', conversationId] as const;
const fillKey = (conversationId: string) => ['thread-fill', conversationId] as const;

/** The most that one request brings when many messages were missed. */
const LARGE_PAGE = 200;
/** What one sees above the first unread message. */
const LINES_BEFORE_UNREAD = 10;

type Walk = { before?: number; after?: number; limit?: number };

function fetchHistory({ api }: LiveContext, conversationId: string, { before, after, limit }: Walk) {
  const query = {
    ...(before === undefined ? {} : { before: String(before) }),
    ...(after === undefined ? {} : { after: String(after) }),
    limit: String(limit ?? HISTORY_PAGE),
  };
  return call(api.conversations[':conversationId'].messages.$get({ param: { conversationId }, query }));
}

/** Folds messages into the thread if it is loaded, and takes those that were on their way out of the queue. */
export function keepMessages(
  queryClient: QueryClient,
  conversationId: string,
  messages: readonly Message[],
): void {
  const newest = Math.max(0, ...messages.map(({ seq }) => seq));
  queryClient.setQueryData<number>(heardKey(conversationId), (heard = 0) => Math.max(heard, newest));
  queryClient.setQueryData<Thread>(
    threadKey(conversationId),
    (thread) => thread && applyMessages(thread, messages),
  );
  void settleOutgoing(messages.map(({ id }) => id));
}

function knownThread(queryClient: QueryClient, conversationId: string): Thread | undefined {
  return queryClient.getQueryData<Thread>(threadKey(conversationId));
}

/** The messages of a conversation from a few lines before the first unread one to the newest. */
export function useThread(conversation: Conversation) {
  const context = useMemberContext();
  const { id, deletedSeqs } = conversation;
  return useQuery<Thread>({
    queryKey: threadKey(id),
    queryFn: () => openThread(context, conversation),
    staleTime: Number.POSITIVE_INFINITY,
    // Whatever changes a thread keeps the messages that are the same; looking for them again takes time with its length.
    structuralSharing: false,
    select: useCallback((thread: Thread) => withoutDeleted(thread, deletedSeqs), [deletedSeqs]),
  });
}

async function openThread(context: LiveContext, conversation: Conversation): Promise<Thread> {
  const { id, lastSeq: newest } = conversation;
  const readSeq = participantOf(conversation, context.memberId)?.readSeq ?? newest;
  const isOnNewestPage = newest - readSeq <= HISTORY_PAGE - LINES_BEFORE_UNREAD;
  const walk = isOnNewestPage ? {} : { after: Math.max(0, readSeq - LINES_BEFORE_UNREAD), limit: LARGE_PAGE };
  const page = await fetchHistory(context, id, walk);
  void settleOutgoing(page.messages.map((message) => message.id));
  let thread = startThread(page.messages);
  let isBehind = !isOnNewestPage && page.hasMore;
  while (isBehind || lastSeq(thread) < (context.queryClient.getQueryData<number>(heardKey(id)) ?? 0)) {
    const next = await fetchHistory(context, id, { after: lastSeq(thread), limit: LARGE_PAGE });
    if (next.messages.length === 0) break;
    thread = applyMessages(thread, next.messages);
    isBehind = next.hasMore;
  }
  return thread;
}

/**
 * Fetches what comes after the window until nothing is missing: after a hole, a break, and while the socket is down.
 * Several calls at once make one walk.
 */
export function fillThread(context: LiveContext, conversationId: string): Promise<unknown> {
  if (!knownThread(context.queryClient, conversationId)) return Promise.resolve();
  return context.queryClient
    .fetchQuery({
      queryKey: fillKey(conversationId),
      queryFn: () => walkForward(context, conversationId),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    })
    .catch(() => undefined);
}

async function walkForward(context: LiveContext, conversationId: string): Promise<number> {
  const { queryClient } = context;
  for (;;) {
    const thread = knownThread(queryClient, conversationId) ?? EMPTY_THREAD;
    const after = lastSeq(thread);
    const page = await fetchHistory(context, conversationId, { after, limit: LARGE_PAGE });
    keepMessages(queryClient, conversationId, page.messages);
    if (page.messages.some(({ kind }) => kind !== 'text')) refetchConversation(queryClient, conversationId);
    const filled = knownThread(queryClient, conversationId);
    if (!filled || page.messages.length === 0 || !(page.hasMore || hasHole(filled))) return after;
  }
}

/** After a break: a walk that began before it may fail, so every loaded thread starts a new one. */
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

/** A message from an event or an answer; one that arrives ahead of others fetches these. */
export function keepMessage(context: LiveContext, message: Message): void {
  const { conversationId } = message;
  keepMessages(context.queryClient, conversationId, [message]);
  const thread = knownThread(context.queryClient, conversationId);
  if (thread && hasHole(thread)) void fillThread(context, conversationId);
}

export function forgetThread(queryClient: QueryClient, conversationId: string): void {
  for (const queryKey of [threadKey(conversationId), heardKey(conversationId)])
    queryClient.removeQueries({ queryKey, exact: true });
}

/** Loads the page before the window. */
export function useOlder(conversationId: string) {
  const context = useMemberContext();
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    const first = knownThread(context.queryClient, conversationId)?.messages[0];
    if (!first) return;
    setLoading(true);
    setFailed(false);
    try {
      const page = await fetchHistory(context, conversationId, { before: first.seq });
      keepMessages(context.queryClient, conversationId, page.messages);
    } catch {
      setFailed(true);
    } finally {
      setLoading(false);
    }
  }, [context, conversationId]);
  return { loading, failed, load };
}

/** While the socket is down an open chat asks for what is new every two seconds (docs/specification.md#realtime). */
export function usePolling(conversationId: string): void {
  const context = useMemberContext();
  const isOnline = useLive((live) => live.connection === 'online');
  useEffect(() => {
    if (isOnline) return;
    const timer = setInterval(() => void fillThread(context, conversationId), POLLING_MS);
    return () => clearInterval(timer);
  }, [context, conversationId, isOnline]);
}
