import type { RecoveryCodes, SecondFactor, SecondFactorSetup } from '@guilde/contracts/auth/rules.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountKey, call, useApi } from '../api.ts';
import { askForPendingEmail } from './email-change-data.ts';
import { withProof } from './proof.ts';

export const secondFactorKey = ['second-factor'] as const;

export function useSecondFactor() {
  const api = useApi();
  return useQuery({
    queryKey: secondFactorKey,
    queryFn: () => call<SecondFactor>(api.auth['second-factor'].$get()),
  });
}

/** The key stays in memory only. */
export function useSetUpSecondFactor() {
  const api = useApi();
  return useMutation({
    mutationFn: (password: string) =>
      withProof(() => call<SecondFactorSetup>(api.auth['second-factor'].setup.$post({ json: { password } }))),
    gcTime: 0,
  });
}

/** Every other device is signed out. */
export function useAddSecondFactor() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) =>
      call<RecoveryCodes>(api.auth['second-factor'].add.$post({ json: { code } })),
    onSuccess: () => readAgain(queryClient),
    gcTime: 0,
  });
}

/** This session is then proven anew. */
export function useProveAgain() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(api.auth['second-factor'].prove.$post({ json: { code } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKey }),
  });
}

export function useRenewRecoveryCodes() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) =>
      call<RecoveryCodes>(api.auth['second-factor']['recovery-codes'].$post({ json: { code } })),
    onSuccess: () => readAgain(queryClient),
    gcTime: 0,
  });
}

export function useRemoveSecondFactor() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(api.auth['second-factor'].remove.$post({ json: { code } })),
    onSuccess: () => readAgain(queryClient),
  });
}

function readAgain(queryClient: QueryClient): void {
  askForPendingEmail(queryClient);
  for (const queryKey of [secondFactorKey, ['sessions'], accountKey])
    queryClient.invalidateQueries({ queryKey }).catch(() => undefined);
}
