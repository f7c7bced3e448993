import type { benchmarkAnswersInput } from '@guilde/contracts/benchmarks/input.ts';
import type { MetricId } from '@guilde/contracts/benchmarks/metrics.ts';
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

type Answers = z.output<typeof benchmarkAnswersInput> & { edited: MetricId[]; isKeepEdited: boolean };

/**
 * An answer that was not edited here stays as it is stored, because another device may have changed it. The scope sends
 * answers one after the other, so that the last one typed is the last one stored.
 */
export function useSaveAnswers() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ quarter, answers, keep, edited, isKeepEdited }: Answers) => {
      const stored = await call(api.benchmarks.$get());
      const json = {
        quarter,
        answers: [
          ...stored.answers.filter(({ metric }) => !edited.includes(metric)),
          ...answers.filter(({ metric }) => edited.includes(metric)),
        ],
        keep: isKeepEdited ? keep : stored.keep,
      };
      return call(api.benchmarks.answers.$put({ json }));
    },
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
