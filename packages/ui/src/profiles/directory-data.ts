import {
  DIRECTORY_PAGE,
  type DirectoryMember,
  type MemberProfile,
} from '@guilde/contracts/profiles/rules.ts';
import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ApiClient, call, useApi } from '../api.ts';
import { useDebouncedValue } from '../kit/use-debounced-value.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';
import type { DirectoryFilters } from './directory-filters.ts';

const directoryKey = ['directory'] as const;
const memberKey = ['member'] as const;
/** A page that is scrolled past within this time is not fetched. */
const DEBOUNCE_MS = 60;

function directoryPageQuery(api: ApiClient, filters: DirectoryFilters, page: number) {
  return queryOptions({
    queryKey: [...directoryKey, filters, page],
    queryFn: async ({ signal }) => {
      const query = { ...filters, offset: String(page * DIRECTORY_PAGE) };
      return { filters, ...(await call(api.members.$get({ query }, { init: { signal } }))) };
    },
  });
}

/** Holds the first page and the counts; the previous result stays while other filters load. */
export function useDirectory(filters: DirectoryFilters) {
  return useQuery({ ...directoryPageQuery(useApi(), filters, 0), placeholderData: keepPreviousData });
}

type Directory = NonNullable<ReturnType<typeof useDirectory>['data']>;

/** Members are by index in the whole list; those still loading are missing. */
export function useDirectoryMembers(head: Directory | undefined, onScreen: readonly number[]) {
  const api = useApi();
  const wanted = useDebouncedPages(onScreen);
  const pages = wanted.filter((page) => page > 0);
  const queries = useQueries({
    queries: head ? pages.map((page) => directoryPageQuery(api, head.filters, page)) : [],
  });
  const totals = queries.flatMap(({ data }) => (data ? [data.total] : []));
  useRefetchOnChange(head, totals);
  const byPage = new Map(pages.map((page, index) => [page, queries[index]?.data?.items]));
  return {
    memberAt: (place: number): DirectoryMember | undefined => {
      const page = Math.floor(place / DIRECTORY_PAGE);
      const items = page === 0 ? head?.items : byPage.get(page);
      return items?.[place % DIRECTORY_PAGE];
    },
    failed: queries.some(({ isError }) => isError),
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

/** Refetches all pages when their totals differ, because somebody joined or left between two answers. */
function useRefetchOnChange(head: Directory | undefined, totals: number[]): void {
  const queryClient = useQueryClient();
  const differs = head !== undefined && totals.some((total) => total !== head.total);
  const filters = head?.filters;
  useEffect(() => {
    if (differs) readAgain(queryClient, [...directoryKey, filters]);
  }, [differs, filters, queryClient]);
}

function useDebouncedPages(pages: readonly number[]): readonly number[] {
  const debounced = useDebouncedValue(pages.join(), DEBOUNCE_MS);
  return debounced === '' ? [] : debounced.split(',').map(Number);
}

export function useMemberProfile(memberId: string) {
  const api = useApi();
  return useQuery<MemberProfile>({
    queryKey: [...memberKey, memberId],
    queryFn: () => call(api.members[':memberId'].$get({ param: { memberId } })),
  });
}

export const directoryEvents: LiveHandlers = {
  'account.changed': ({ queryClient }) => readAgain(queryClient, directoryKey, memberKey),
  resumed: ({ queryClient }) => readAgain(queryClient, directoryKey, memberKey),
};
