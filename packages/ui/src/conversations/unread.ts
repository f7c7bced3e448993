import type { Message, Unread } from '@guilde/contracts/conversations.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';

export const unreadKey = ['unread'] as const;

/** The unread truth, and the newest message of each conversation that events have already counted into it. */
export type UnreadState = Unread & { counted: Record<string, number> };

/** The server's number replaces ours; what was counted stays known, so that a late duplicate counts for nothing. */
export function applyUnread(known: UnreadState | undefined, unread: Unread): UnreadState {
  return { ...unread, counted: known?.counted ?? {} };
}

/** A message of somebody else is unread, once; quiet lines are not (the server counts the same way). */
export function countMessage(known: UnreadState, message: Message, memberId: string): UnreadState {
  const { conversationId, seq, kind, senderId } = message;
  if (kind !== 'text' || senderId === memberId || seq <= (known.counted[conversationId] ?? 0)) return known;
  return {
    total: known.total + 1,
    conversations: {
      ...known.conversations,
      [conversationId]: (known.conversations[conversationId] ?? 0) + 1,
    },
    counted: { ...known.counted, [conversationId]: seq },
  };
}

/** Everything in a conversation has been read, or the member has left it. */
export function clearConversation(known: UnreadState, conversationId: string): UnreadState {
  const { [conversationId]: cleared = 0, ...conversations } = known.conversations;
  return cleared === 0 ? known : { ...known, total: Math.max(0, known.total - cleared), conversations };
}

function unreadQuery(api: ApiClient, queryClient: QueryClient) {
  return queryOptions<UnreadState>({
    queryKey: unreadKey,
    queryFn: async () => {
      const unread = await call(api.conversations.unread.$get());
      return applyUnread(queryClient.getQueryData<UnreadState>(unreadKey), unread);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The one unread number of the member and its parts; events keep it true. */
export function useUnread() {
  return useQuery(unreadQuery(useApi(), useQueryClient()));
}

/** Changes the number that is known; nothing to change while it is still being asked for. */
export function updateUnread(queryClient: QueryClient, change: (known: UnreadState) => UnreadState): void {
  const state = queryClient.getQueryState<UnreadState>(unreadKey);
  if (state?.data) queryClient.setQueryData<UnreadState>(unreadKey, change(state.data));
  // An answer under way may have been made before this change.
  if (state?.fetchStatus === 'fetching') refetchUnread(queryClient);
}

/** What the server has just said in order with everything else: the first frame, or a read position. */
export function setUnread(queryClient: QueryClient, unread: Unread): void {
  queryClient.setQueryData<UnreadState>(unreadKey, (known) => applyUnread(known, unread));
}

/**
 * An HTTP answer may be older than an event that overtook it: it counts only if nothing was counted since `before`,
 * else the server is asked again.
 */
export function settleUnread(
  queryClient: QueryClient,
  unread: Unread,
  before: UnreadState | undefined,
): void {
  const known = queryClient.getQueryData<UnreadState>(unreadKey);
  if (known?.counted === before?.counted) setUnread(queryClient, unread);
  else refetchUnread(queryClient);
}

function refetchUnread(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: unreadKey }).catch(() => undefined);
}
