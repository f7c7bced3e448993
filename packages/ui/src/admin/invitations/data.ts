import { useInfiniteQuery } from '@tanstack/react-query';
import { call, useApi } from '../../api.ts';
import { useAdminDetail, useAdminList } from '../data.ts';
import { adminKey } from '../live-events.ts';

export const useAllInvitations = (filters: { status: string }) =>
  useAdminList('invitations', filters, (api, query) => call(api.admin.invitations.$get({ query })));

/** One level; `parent` undefined: the roots. */
export function useInvitationTree(parent: string | undefined) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...adminKey, 'invitations', 'tree', parent],
    queryFn: ({ pageParam: cursor }) =>
      call(
        api.admin.invitations.tree.$get({
          query: { ...(parent !== undefined && { parent }), ...(cursor !== undefined && { cursor }) },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export const useSponsorChain = (memberId: string) =>
  useAdminDetail('invitations', memberId, (api, userId) =>
    call(api.admin.invitations.chain[':userId'].$get({ param: { userId } })),
  );
