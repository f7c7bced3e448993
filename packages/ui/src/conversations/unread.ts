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

export function useUnread() {
  return useQuery(unreadQuery(useApi(), useQueryClient()));
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
