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

/** Changes the number; `change` is given undefined, and may give it back, while there is none. */
export function updateUnread(
  queryClient: QueryClient,
  change: (known: UnreadState | undefined) => UnreadState | undefined,
): void {
  const state = queryClient.getQueryState<UnreadState>(unreadKey);
  const next = change(state?.data);
  if (next) queryClient.setQueryData<UnreadState>(unreadKey, next);
  // Nothing to change yet, and the answer under way may have been made before this change.
  else if (state?.fetchStatus === 'fetching')
    queryClient.invalidateQueries({ queryKey: unreadKey }).catch(() => undefined);
}
