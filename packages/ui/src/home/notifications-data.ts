import type { Home, NotificationPage } from '@guilde/contracts/home/rules.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, useApi } from '../api.ts';
import { useAct } from '../mutation.ts';
import { homeKey } from './data.ts';

/** It is read again by whoever comes back only: the marks of what was new stay until then. */
export function useNotifications() {
  const api = useApi();
  const notifications = useInfiniteQuery({
    queryKey: ['notifications'],
    queryFn: ({ pageParam: cursor }) =>
      call<NotificationPage>(api.home.told.$get({ query: cursor ? { cursor } : {} })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  // A failure needs no word: they stay unread, and the next visit sends it again.
  const { mutate } = useAct(
    (api, until: string) => call(api.home.told.read.$post({ json: { until } })),
    (queryClient) =>
      queryClient.setQueryData<Home>(homeKey, (home) => home && { ...home, hasUnreadTold: false }),
  );
  const newest = notifications.data?.pages
    .flatMap(({ items }) => items)
    .find(({ isUnread }) => isUnread)?.createdAt;
  useEffect(() => {
    if (newest) mutate(newest);
  }, [newest, mutate]);
  return notifications;
}
