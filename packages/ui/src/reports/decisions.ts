import type { TeamDecision } from '@guilde/contracts/cases/rules.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';
import type { LiveHandlers } from '../live.ts';

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

/** These measures leave the member in the app; the sign-in announces a suspension. */
const SHOWN_HERE: readonly TeamDecision['measure'][] = ['warning', 'certification'];

/** Returns the oldest decision that the member has not read. */
export function useUnreadDecision(): TeamDecision | undefined {
  const { data: decisions = [] } = useDecisions();
  return decisions.findLast(
    ({ measure, acknowledgedAt, endedAt }) =>
      SHOWN_HERE.includes(measure) && acknowledgedAt === null && endedAt === null,
  );
}

export function useAcknowledge() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (decisionId: string) =>
      call(api.decisions[':decisionId'].acknowledge.$post({ param: { decisionId } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: decisionsKey }),
  });
}

export const decisionEvents: LiveHandlers = {
  'account.changed': ({ queryClient }) => {
    queryClient.invalidateQueries({ queryKey: decisionsKey }).catch(() => undefined);
  },
};
