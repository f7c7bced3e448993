import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';
import { useMessageSearch } from '../conversations/message-search.ts';
import { useDebouncedValue } from '../kit/use-debounced-value.ts';

const RESULTS_MAX = '5';
const MESSAGES_MAX = 5;
const DEBOUNCE_MS = 120;
/** A search for one letter finds too much. */
const QUERY_MIN = 2;

export function useSearchResults(typed: string) {
  const api = useApi();
  const q = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const options = { enabled: q.length >= QUERY_MIN, placeholderData: keepPreviousData };
  const query = { q, limit: RESULTS_MAX };
  const members = useQuery({
    queryKey: ['directory', 'palette', q],
    queryFn: () => call(api.members.$get({ query })),
    ...options,
  });
  const sos = useQuery({
    queryKey: ['sos-palette', q],
    queryFn: () => call(api.sos.$get({ query })),
    ...options,
  });
  const articles = useQuery({
    queryKey: ['knowledge', 'palette', q],
    queryFn: () => call(api.knowledge.$get({ query })),
    ...options,
  });
  const messages = useMessageSearch(q, MESSAGES_MAX);
  const isLongEnough = typed.trim().length >= QUERY_MIN;
  const all = [members, sos, articles, messages];
  return {
    members: (isLongEnough && members.data?.items) || [],
    sos: (isLongEnough && sos.data?.items) || [],
    articles: (isLongEnough && articles.data?.items) || [],
    messages: (isLongEnough && messages.data?.items) || [],
    isSearching: isLongEnough && (q !== typed.trim() || all.some(({ isFetching }) => isFetching)),
    hasFailed: isLongEnough && all.some(({ isError }) => isError),
  };
}
