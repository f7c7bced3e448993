import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, useApi } from './api.ts';

/** The mutation keeps nothing of what was typed or answered in memory. It waits for `onDone`. */
export function useAct<Input, Result>(
  act: (api: ApiClient, input: Input) => Promise<Result>,
  onDone: (queryClient: QueryClient, result: Result) => unknown = () => undefined,
) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => act(api, input),
    onSuccess: (result) => onDone(queryClient, result),
    gcTime: 0,
  });
}

/** It does not wait for the answers. */
export function readAgain(queryClient: QueryClient, ...keys: QueryKey[]): void {
  for (const queryKey of keys) queryClient.invalidateQueries({ queryKey }).catch(() => undefined);
}
