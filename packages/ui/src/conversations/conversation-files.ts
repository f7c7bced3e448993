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
          query: pageParam === null ? {} : { cursor: pageParam },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Another message may have brought files.
    staleTime: 0,
  });
}
