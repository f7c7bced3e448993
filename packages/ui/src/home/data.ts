import type { Home } from '@guilde/contracts/home/rules.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';
import { setFirstIncidents } from '../incidents/data.ts';
import type { LiveContext, LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';

/** Events often come several at once; this makes one refetch after the last. */
const DEBOUNCE_MS = 400;

export const homeKey = ['home'] as const;

export function homeQuery(api: ApiClient) {
  return queryOptions<Home>({
    queryKey: homeKey,
    queryFn: async ({ client }) => {
      const home = await call<Home>(api.home.$get());
      setFirstIncidents(client, home.incidents);
      return home;
    },
  });
}

export function useHome() {
  return useQuery({ ...homeQuery(useApi()), refetchOnMount: 'always' });
}

const timers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

function debouncedRefresh({ queryClient }: LiveContext): void {
  clearTimeout(timers.get(queryClient));
  timers.set(
    queryClient,
    setTimeout(() => readAgain(queryClient, homeKey), DEBOUNCE_MS),
  );
}

export const homeEvents: LiveHandlers = {
  'sos.created': debouncedRefresh,
  'sos.updated': debouncedRefresh,
  'sos.removed': debouncedRefresh,
  'sos.alerted': debouncedRefresh,
  'sos.declined': debouncedRefresh,
  'help.requested': debouncedRefresh,
  'message.created': debouncedRefresh,
  'conversation.updated': debouncedRefresh,
  'conversation.read': debouncedRefresh,
  'account.changed': debouncedRefresh,
  'invitations.changed': debouncedRefresh,
  resumed: debouncedRefresh,
};
