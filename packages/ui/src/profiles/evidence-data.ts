import type { Evidence } from '@guilde/contracts/evidence/rules.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountKey, call, callWith, useApi } from '../api.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';
import { usePlatform } from '../platform.ts';

const evidenceKey = ['evidence'] as const;

/** It is null when the team asks for nothing. */
export function useEvidence() {
  const api = useApi();
  return useQuery({ queryKey: evidenceKey, queryFn: () => call<Evidence | null>(api.evidence.$get()) });
}

export function useSendEvidence() {
  const platform = usePlatform();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      callWith<Evidence>(platform, `/api/evidence/file?name=${encodeURIComponent(file.name)}`, {
        method: 'PUT',
        body: file,
      }),
    onSuccess: (evidence) => {
      queryClient.setQueryData(evidenceKey, evidence);
      return queryClient.invalidateQueries({ queryKey: accountKey });
    },
  });
}

export const evidenceEvents: LiveHandlers = {
  'account.changed': ({ queryClient }) => readAgain(queryClient, evidenceKey),
  resumed: ({ queryClient }) => readAgain(queryClient, evidenceKey),
};
