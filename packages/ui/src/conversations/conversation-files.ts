import type { FileList } from '@guilde/contracts/files/rules.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';

export function useConversationFiles(conversationId: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['conversation-files', conversationId],
    queryFn: ({ pageParam }) =>
      call<FileList>(
        api.conversations[':conversationId'].files.$get({
          param: { conversationId },
          query: pageParam === null ? {} : { before: String(pageParam) },
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ messages, hasMore }) => (hasMore ? (messages.at(-1)?.seq ?? null) : null),
    // Another message may have brought files.
    staleTime: 0,
  });
}
