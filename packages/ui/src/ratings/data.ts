import type { resolveInput } from '@guilde/contracts/ratings-input.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { applySos } from '../sos/data.ts';

/** Whom the requester rates; asked anew each time the resolution begins. */
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

/** All ratings, the resolution and the closing of the chat, stored together or not at all. */
export function useResolveSos(sosId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: z.input<typeof resolveInput>) =>
      call(api.ratings.resolve[':sosId'].$post({ param: { sosId }, json: input })),
    onSuccess: ({ willBeSummarised: _willBeSummarised, ...sos }) => applySos(queryClient, sos),
  });
}
