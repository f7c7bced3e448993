import type { benchmarkAnswersInput } from '@guilde/contracts/benchmarks/input.ts';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { useAct } from '../mutation.ts';

const benchmarksKey = ['benchmarks'] as const;

export function useBenchmarks() {
  const api = useApi();
  return useQuery({ queryKey: benchmarksKey, queryFn: () => call(api.benchmarks.$get()) });
}

export function useResults(quarters: readonly string[]) {
  const api = useApi();
  return useQueries({
    queries: quarters.map((quarter) => ({
      queryKey: [...benchmarksKey, quarter],
      queryFn: () => call(api.benchmarks.waves[':quarter'].$get({ param: { quarter } })),
    })),
  });
}

/** The scope sends them one after the other, so that the last one typed is the last one stored. */
export function useSaveAnswers() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: z.output<typeof benchmarkAnswersInput>) => call(api.benchmarks.answers.$put({ json })),
    onSuccess: (benchmarks) => queryClient.setQueryData(benchmarksKey, benchmarks),
    scope: { id: 'benchmarks' },
    gcTime: 0,
  });
}

export function useWithdraw() {
  return useAct(
    (api) => call(api.benchmarks.answers.$delete()),
    (queryClient, benchmarks) => queryClient.setQueryData(benchmarksKey, benchmarks),
  );
}

export function useEraseOwnFigures() {
  return useAct(
    (api) => call(api.benchmarks.mine.$delete()),
    (queryClient) => queryClient.invalidateQueries({ queryKey: benchmarksKey }),
  );
}
