import type { Home, ToldPage } from '@guilde/contracts/home/rules.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';
import { homeKey } from './data.ts';

/** It is read again by whoever comes back only: the marks of what was new stay until then. */
export function useTold() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['told'],
    queryFn: ({ pageParam: cursor }) =>
      call<ToldPage>(api.home.told.$get({ query: cursor ? { cursor } : {} })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

/** A failure needs no word: they stay unread, and the next visit sends it again. */
export function useReadTold() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (until: string) => call(api.home.told.read.$post({ json: { until } })),
    onSuccess: () =>
      queryClient.setQueryData<Home>(homeKey, (home) => home && { ...home, hasUnreadTold: false }),
  });
}
