import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';
import { useDebouncedValue } from '../kit/use-debounced-value.ts';

const FOUND_MAX = '5';
const DEBOUNCE_MS = 120;
/** A search for one letter finds too much. */
const LETTERS_MIN = 2;

export function useFound(typed: string) {
  const api = useApi();
  const q = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const options = { enabled: q.length >= LETTERS_MIN, placeholderData: keepPreviousData };
  const query = { q, limit: FOUND_MAX };
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
  const sought = typed.trim().length >= LETTERS_MIN;
  const all = [members, sos, articles];
  return {
    members: (sought && members.data?.items) || [],
    sos: (sought && sos.data?.items) || [],
    articles: (sought && articles.data?.items) || [],
    searching: sought && (q !== typed.trim() || all.some(({ isFetching }) => isFetching)),
    failed: sought && all.some(({ isError }) => isError),
  };
}
