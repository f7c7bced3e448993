import type { Event } from '@guilde/contracts/events/rules.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';
import { useMessageSearch } from '../conversations/message-search.ts';
import { listsKey } from '../events/live-events.ts';
import { useDebouncedValue } from '../kit/use-debounced-value.ts';
import { QUERY_MIN, SEARCH_DEBOUNCE_MS, useMemberSearch } from '../profiles/member-search.ts';
import { useCommunity } from '../settings/community.ts';

const RESULTS_MAX = '5';
const MESSAGES_MAX = 5;

/** Of a series only the next event is named. */
function nextOnes(items: readonly Event[] = []): Event[] {
  const known = (one: Event) => items.find(({ seriesId }) => seriesId !== null && seriesId === one.seriesId);
  return items.filter((one) => (known(one) ?? one) === one);
}

export function useSearchResults(typed: string) {
  const api = useApi();
  const q = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS);
  const options = { enabled: q.length >= QUERY_MIN, placeholderData: keepPreviousData };
  const query = { q, limit: RESULTS_MAX };
  const { members, ...membersState } = useMemberSearch(typed);
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
  const { data: community } = useCommunity();
  const events = useQuery({
    queryKey: [...listsKey, 'palette', q],
    queryFn: () => call(api.events.$get({ query: { q } })),
    ...options,
    enabled: options.enabled && community?.events === true,
  });
  const messages = useMessageSearch(q, MESSAGES_MAX);
  const isLongEnough = typed.trim().length >= QUERY_MIN;
  const others = [sos, articles, events, messages];
  return {
    members,
    sos: (isLongEnough && sos.data?.items) || [],
    articles: (isLongEnough && articles.data?.items) || [],
    events: (isLongEnough && nextOnes(events.data?.items).slice(0, Number(RESULTS_MAX))) || [],
    messages: (isLongEnough && messages.data?.items) || [],
    isSearching:
      membersState.isSearching ||
      (isLongEnough && (q !== typed.trim() || others.some(({ isFetching }) => isFetching))),
    hasFailed: membersState.hasFailed || (isLongEnough && others.some(({ isError }) => isError)),
  };
}
