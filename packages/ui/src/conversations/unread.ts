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

/** Changes the number that is known. */
export function updateUnread(queryClient: QueryClient, change: (known: UnreadState) => UnreadState): void {
  const state = queryClient.getQueryState<UnreadState>(unreadKey);
  if (state?.data) queryClient.setQueryData<UnreadState>(unreadKey, change(state.data));
  // Nothing to change yet, and the answer under way may have been made before this change.
  else if (state?.fetchStatus === 'fetching')
    queryClient.invalidateQueries({ queryKey: unreadKey }).catch(() => undefined);
}

/** What the server has said, in an event or an answer; it may be older than what is known by now. */
export function setUnread(queryClient: QueryClient, unread: Unread): void {
  queryClient.setQueryData<UnreadState>(unreadKey, (known) => applyUnread(known, unread));
}
