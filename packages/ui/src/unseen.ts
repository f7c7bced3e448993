import type { Unseen } from '@guilde/contracts/home/rules.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiClient, call, useApi } from './api.ts';
import type { LiveContext, LiveHandlers } from './live.ts';

const unseenKey = ['unseen'] as const;

function unseenQuery(api: ApiClient) {
  return queryOptions<Unseen>({ queryKey: unseenKey, queryFn: () => call(api.home.unseen.$get()) });
}

export function useUnseen() {
  return useQuery(unseenQuery(useApi()));
}

/** Resolves once there is an answer. */
export function refetchUnseen(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: unseenKey });
}

function refetch({ queryClient }: Pick<LiveContext, 'queryClient'>): void {
  refetchUnseen(queryClient).catch(() => undefined);
}

/** Call it once an SOS may have been seen. */
export function refetchUnseenSos(queryClient: QueryClient, sosId: string): void {
  const known = queryClient.getQueryData<Unseen>(unseenKey);
  if (known?.asking.includes(sosId) || known?.ownSos.some(({ id }) => id === sosId)) refetch({ queryClient });
}

export const unseenEvents: LiveHandlers = {
  'message.created': (context, { message: { kind } }) => {
    if (kind !== 'text') refetch(context);
  },
  'conversation.read': ({ queryClient, memberId }, { memberId: reader }) => {
    const known = queryClient.getQueryData<Unseen>(unseenKey);
    if (reader === memberId && known && known.ownSos.length > 0) refetch({ queryClient });
  },
  'sos.alerted': refetch,
  'sos.declined': refetch,
  'help.requested': (context, { memberId }) => {
    if (memberId === context.memberId) refetch(context);
  },
  'sos.updated': ({ queryClient }, { sos }) => refetchUnseenSos(queryClient, sos.id),
  'sos.reached': ({ queryClient }, { sosId }) => refetchUnseenSos(queryClient, sosId),
  'sos.removed': ({ queryClient }, { sosId }) => refetchUnseenSos(queryClient, sosId),
  'account.changed': refetch,
  resumed: refetch,
};
