import type { TeamDecision } from '@guilde/contracts/cases/rules.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';
import { refetchUnseen } from '../unseen.ts';

const decisionsKey = ['decisions'] as const;

/** Decisions are sorted from the latest. */
export function useDecisions() {
  const api = useApi();
  return useQuery<TeamDecision[]>({
    queryKey: decisionsKey,
    queryFn: () => call(api.decisions.$get()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAcknowledge() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (decisionId: string) =>
      call(api.decisions[':decisionId'].acknowledge.$post({ param: { decisionId } })),
    onSuccess: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: decisionsKey }), refetchUnseen(queryClient)]),
  });
}

export const decisionEvents: LiveHandlers = {
  'account.changed': ({ queryClient }) => readAgain(queryClient, decisionsKey),
  resumed: ({ queryClient }) => readAgain(queryClient, decisionsKey),
};
