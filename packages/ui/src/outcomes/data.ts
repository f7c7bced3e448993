import type { outcomeDetailsInput } from '@guilde/contracts/outcomes/input.ts';
import type { OutcomeAnswer, OutcomeQuestion } from '@guilde/contracts/outcomes/rules.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';

const outcomesKey = ['outcomes'] as const;

const questionKey = (token: string | undefined) => [...outcomesKey, 'question', token] as const;

export type OutcomeDetails = Omit<z.input<typeof outcomeDetailsInput>, 'token'>;

export function useOutcomeQuestion(token: string | undefined) {
  const api = useApi();
  return useQuery<OutcomeQuestion>({
    queryKey: questionKey(token),
    queryFn: () => call(api.outcomes.question.$post({ json: { token: token ?? '' } })),
    enabled: token !== undefined,
  });
}

export function useAnswerByLink(token: string | undefined) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: OutcomeAnswer) =>
      call(api.outcomes.answers.$post({ json: { token: token ?? '', answer } })),
    // Whoever comes back by the link reads the answer; another device may have given it.
    onSettled: () => readAgain(queryClient, questionKey(token)),
  });
}

export function useAnswerAsAuthor(sosId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: OutcomeAnswer) =>
      call(api.outcomes[':sosId'].answers.$post({ param: { sosId }, json: { answer } })),
    onError: () => refetch(queryClient),
  });
}

export function useAddDetails(token: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (details: OutcomeDetails) =>
      call(api.outcomes.details.$post({ json: { token, ...details } })),
    onSuccess: () => refetch(queryClient),
  });
}

/** The id is null when nothing should be fetched. */
export function useSosOutcomes(sosId: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: [...outcomesKey, 'sos', sosId],
    queryFn: () => call(api.outcomes[':sosId'].$get({ param: { sosId: sosId ?? '' } })),
    enabled: sosId !== null,
  });
}

export function useMemberOutcomes(memberId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...outcomesKey, 'member', memberId],
    queryFn: () => call(api.members[':memberId'].outcomes.$get({ param: { memberId } })),
  });
}

function refetch(queryClient: QueryClient): void {
  readAgain(queryClient, [...outcomesKey, 'sos'], [...outcomesKey, 'member']);
}

export const outcomeEvents: LiveHandlers = {
  'knowledge.changed': ({ queryClient }) => refetch(queryClient),
  resumed: ({ queryClient }) => refetch(queryClient),
};
