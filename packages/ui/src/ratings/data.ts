import type { resolveInput } from '@guilde/contracts/ratings-input.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { applySos } from '../sos/data.ts';

/** Refetched each time the dialog opens. */
export function useHelpersToRate(sosId: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['helpers-to-rate', sosId],
    queryFn: () => call(api.ratings.helpers[':sosId'].$get({ param: { sosId } })),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Ratings, resolution and end of the chat in one transaction. */
export function useResolveSos(sosId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: z.input<typeof resolveInput>) =>
      call(api.ratings.resolve[':sosId'].$post({ param: { sosId }, json: input })),
    onSuccess: ({ willBeSummarised: _willBeSummarised, ...sos }) => applySos(queryClient, sos),
  });
}
