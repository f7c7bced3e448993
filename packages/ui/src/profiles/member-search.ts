import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';
import { useDebouncedValue } from '../kit/use-debounced-value.ts';

const RESULTS_MAX = '5';
export const SEARCH_DEBOUNCE_MS = 120;
/** A search for one letter finds too much. */
export const QUERY_MIN = 2;

export function useMemberSearch(typed: string) {
  const api = useApi();
  const wanted = typed.trim();
  const q = useDebouncedValue(wanted, SEARCH_DEBOUNCE_MS);
  const found = useQuery({
    queryKey: ['directory', 'search', q],
    queryFn: () => call(api.members.$get({ query: { q, limit: RESULTS_MAX } })),
    enabled: q.length >= QUERY_MIN,
    placeholderData: keepPreviousData,
  });
  const isLongEnough = wanted.length >= QUERY_MIN;
  return {
    members: (isLongEnough && found.data?.items) || [],
    isSearching: isLongEnough && (q !== wanted || found.isFetching),
    hasFailed: isLongEnough && found.isError,
  };
}
