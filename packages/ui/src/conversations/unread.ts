import type { Unread } from '@guilde/contracts/conversations.ts';
import { applyUnread, type UnreadState } from '@guilde/contracts/unread.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';

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
