import type { correctionInput } from '@guilde/contracts/ratings/input.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { readAgain, useAct } from '../mutation.ts';

const givenKey = (sosId: string) => ['ratings', 'given', sosId];
const receivedKey = ['ratings', 'received'];

/** Ratings go with their resolution when it is undone. */
export function useGivenRatings(sosId: string, resolvedAt: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...givenKey(sosId), resolvedAt],
    queryFn: () => call(api.ratings.given[':sosId'].$get({ param: { sosId } })),
  });
}

export function useReceivedRatings() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: receivedKey,
    queryFn: ({ pageParam: cursor }) =>
      call(api.ratings.received.$get({ query: { ...(cursor ? { cursor } : {}) } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function useCorrectRating(sosId: string) {
  return useAct(
    (api, { id: ratingId, ...json }: z.input<typeof correctionInput> & { id: string }) =>
      call(api.ratings.corrections[':ratingId'].$put({ param: { ratingId }, json })),
    (queryClient) => readAgain(queryClient, givenKey(sosId)),
  );
}

export function useReplyToRating() {
  return useAct(
    (api, { id: ratingId, text }: { id: string; text: string }) =>
      call(api.ratings.received[':ratingId'].reply.$put({ param: { ratingId }, json: { text } })),
    (queryClient) => readAgain(queryClient, receivedKey),
  );
}
