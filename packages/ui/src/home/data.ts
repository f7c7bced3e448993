import type { Home } from '@guilde/contracts/home.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';
import type { LiveContext, LiveHandlers } from '../live.ts';

/** Events often come several at once: one refetch after the last. */
const PAUSE_MS = 400;

const homeKey = ['home'] as const;

export function homeQuery(api: ApiClient) {
  return queryOptions<Home>({ queryKey: homeKey, queryFn: () => call(api.home.$get()) });
}

export function useHome() {
  return useQuery({ ...homeQuery(useApi()), refetchOnMount: 'always' });
}

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

function refreshSoon({ queryClient }: LiveContext): void {
  clearTimeout(waiting.get(queryClient));
  waiting.set(
    queryClient,
    setTimeout(() => {
      queryClient.invalidateQueries({ queryKey: homeKey }).catch(() => undefined);
    }, PAUSE_MS),
  );
}

export const homeEvents: LiveHandlers = {
  'sos.created': refreshSoon,
  'sos.updated': refreshSoon,
  'sos.removed': refreshSoon,
  'help.requested': refreshSoon,
  'message.created': refreshSoon,
  'conversation.updated': refreshSoon,
  'conversation.read': refreshSoon,
  'account.changed': refreshSoon,
  'invitations.changed': refreshSoon,
  resumed: refreshSoon,
};
