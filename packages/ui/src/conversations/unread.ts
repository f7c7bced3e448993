import { type Conversation, UNREAD_POLLING_MS } from '@guilde/contracts/conversations.ts';
import { applyUnread, type UnreadState } from '@guilde/contracts/unread.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ApiClient, call, useApi } from '../api.ts';
import { type LiveContext, useLive } from '../live.ts';
import { participantOf } from './conversation.ts';

export const unreadKey = ['unread'] as const;

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

export function useUnread() {
  return useQuery(unreadQuery(useApi(), useQueryClient()));
}

/** While the socket is down, which some proxies refuse for good (docs/specification.md#realtime). */
export function useUnreadPolling(): void {
  const queryClient = useQueryClient();
  const isOnline = useLive((live) => live.connection === 'online');
  useEffect(() => {
    if (isOnline) return;
    const timer = setInterval(
      () => void queryClient.refetchQueries({ queryKey: unreadKey }, { cancelRefetch: false }),
      UNREAD_POLLING_MS,
    );
    return () => clearInterval(timer);
  }, [queryClient, isOnline]);
}

export function isMuted(queryClient: QueryClient, conversationId: string): boolean {
  return queryClient.getQueryData<UnreadState>(unreadKey)?.muted?.includes(conversationId) ?? false;
}

/** « Marquer comme non lu »; undefined: the read position counts. */
export function markedFrom(queryClient: QueryClient, conversationId: string): number | undefined {
  return queryClient.getQueryData<UnreadState>(unreadKey)?.marked?.[conversationId];
}

/** Up to here the member has read, in their own eyes. */
export function readPositionOf({ queryClient, memberId }: LiveContext, conversation: Conversation): number {
  const readSeq = participantOf(conversation, memberId)?.readSeq ?? 0;
  const from = markedFrom(queryClient, conversation.id);
  return from === undefined ? readSeq : Math.min(readSeq, from - 1);
}

/** `change` gets undefined while nothing is loaded. */
export function updateUnread(
  queryClient: QueryClient,
  change: (known: UnreadState | undefined) => UnreadState | undefined,
): void {
  const state = queryClient.getQueryState<UnreadState>(unreadKey);
  const next = change(state?.data);
  if (next) queryClient.setQueryData<UnreadState>(unreadKey, next);
  // The answer under way may be older than this change.
  else if (state?.fetchStatus === 'fetching')
    queryClient.invalidateQueries({ queryKey: unreadKey }).catch(() => undefined);
}
