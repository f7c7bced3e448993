import { FOUND_MAX, FOUND_PAGE } from '@guilde/contracts/conversations/rules.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';
import { isSearch, readSearch } from './search-text.ts';

/** One letter finds too much. */
const LETTERS_MIN = 2;

/** `text` is as typed, with its filters. */
export function useMessageSearch(text: string, limit: number = FOUND_PAGE) {
  const api = useApi();
  const read = readSearch(text);
  const { q, from, in: title, files, since, until } = read;
  const query = {
    q,
    ...(from && { from }),
    ...(title && { in: title }),
    ...(files && { files: 'true' as const }),
    ...(since !== undefined && { since: String(since) }),
    ...(until !== undefined && { until: String(until) }),
    limit: String(Math.min(limit, FOUND_MAX)),
  };
  return useQuery({
    queryKey: ['message-search', query],
    queryFn: () => call(api.conversations.search.$get({ query })),
    enabled: isSearch(read) && read.unread === undefined && (q.length >= LETTERS_MIN || q === ''),
    placeholderData: keepPreviousData,
  });
}
