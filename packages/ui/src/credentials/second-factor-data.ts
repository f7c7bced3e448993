import type { RecoveryCodes, SecondFactor, SecondFactorSetup } from '@guilde/contracts/auth/rules.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { accountKey, call, useApi } from '../api.ts';
import { readAgain, useAct } from '../mutation.ts';
import { pendingEmailKey } from './email-change-data.ts';
import { withProof } from './proof.ts';

export const secondFactorKey = ['second-factor'] as const;

export function useSecondFactor() {
  const api = useApi();
  return useQuery({
    queryKey: secondFactorKey,
    queryFn: () => call<SecondFactor>(api.auth['second-factor'].$get()),
  });
}

export function useSetUpSecondFactor() {
  return useAct((api, password: string) =>
    withProof(() => call<SecondFactorSetup>(api.auth['second-factor'].setup.$post({ json: { password } }))),
  );
}

/** Every other device is signed out. */
export function useAddSecondFactor() {
  return useAct(
    (api, code: string) => call<RecoveryCodes>(api.auth['second-factor'].add.$post({ json: { code } })),
    factorChanged,
  );
}

/** Proves the session again, so that grave acts are allowed. */
export function useProveAgain() {
  return useAct(
    (api, code: string) => call(api.auth['second-factor'].prove.$post({ json: { code } })),
    (queryClient) => queryClient.invalidateQueries({ queryKey: accountKey }),
  );
}

export function useRenewRecoveryCodes() {
  return useAct(
    (api, code: string) =>
      call<RecoveryCodes>(api.auth['second-factor']['recovery-codes'].$post({ json: { code } })),
    factorChanged,
  );
}

export function useRemoveSecondFactor() {
  return useAct(
    (api, code: string) => call(api.auth['second-factor'].remove.$post({ json: { code } })),
    factorChanged,
  );
}

function factorChanged(queryClient: QueryClient): void {
  readAgain(queryClient, pendingEmailKey, secondFactorKey, ['sessions'], accountKey);
}
