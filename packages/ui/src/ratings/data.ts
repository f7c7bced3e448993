import type { resolveInput } from '@guilde/contracts/ratings/input.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, errorMessage, useApi } from '../api.ts';
import { useMemberContext } from '../conversations/member-context.ts';
import { receiveChange } from '../conversations/store.ts';
import { toast } from '../kit/toast.ts';
import { useAct } from '../mutation.ts';
import { applySos } from '../sos/data.ts';

const helpersKey = (sosId: string) => ['helpers-to-rate', sosId];

/** The helpers are refetched each time the dialog opens. */
export function useHelpersToRate(sosId: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: helpersKey(sosId),
    queryFn: () => call(api.ratings.helpers[':sosId'].$get({ param: { sosId } })),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Ratings, resolution and end of the chat are one transaction. */
export function useResolveSos(sosId: string) {
  return useAct(
    (api, json: z.input<typeof resolveInput>) =>
      call(api.ratings.resolve[':sosId'].$post({ param: { sosId }, json })),
    (queryClient, { willBeSummarised: _willBeSummarised, ...sos }) => applySos(queryClient, sos),
  );
}

/** The requester confirms by « C’est ça qui a marché ». */
export function useConfirmSolution(sosId: string) {
  const context = useMemberContext();
  const { api, queryClient } = context;
  return useMutation({
    mutationFn: async (messageId: string) => {
      const { id } = await call(api.conversations['by-sos'][':sosId'].$get({ param: { sosId } }));
      const { solution } = api.conversations[':conversationId'].messages[':messageId'];
      const param = { conversationId: id, messageId };
      receiveChange(context, await call(solution.$put({ param, json: { isSolution: true } })));
      await queryClient.invalidateQueries({ queryKey: helpersKey(sosId) });
    },
    onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
  });
}
