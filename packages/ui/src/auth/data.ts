import type { codeInput, confirmInput, signInInput } from '@guilde/contracts/auth/input.ts';
import type { Account, ConfirmationOffer } from '@guilde/contracts/auth/rules.ts';
import { type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ApiClient, ApiError, accountKey, call, useApi } from '../api.ts';
import { signInWithPasskey } from '../credentials/passkey-data.ts';
import { useAct } from '../mutation.ts';
import type { BrowserCode } from '../platform.ts';
import { accountQuery } from './account.ts';

const NO_COOKIE =
  'Ton navigateur n’a pas enregistré la session. Autorise les cookies de ce site, puis réessaie.';

/** It is null when the second factor is asked for first. */
type SignedInAs = Account | null;

/** Call it after a sign-in, to drop what the cache has of the previous member. */
export function useAfterSignIn() {
  const api = useApi();
  const queryClient = useQueryClient();
  return async () => {
    queryClient.removeQueries({
      type: 'inactive',
      predicate: ({ queryKey }) => queryKey[0] !== accountKey[0],
    });
    const account = await queryClient.fetchQuery({ ...accountQuery(api), staleTime: 0 });
    if (!account) throw new ApiError('NO_COOKIE', NO_COOKIE, 0);
    return account;
  };
}

/** `prove` resolves with whether the second factor is asked for first. */
function useEnter<Input>(
  prove: (api: ApiClient, input: Input) => Promise<{ secondFactor: boolean }>,
): UseMutationResult<SignedInAs, Error, Input> {
  const afterSignIn = useAfterSignIn();
  return useAct(async (api, input: Input) => {
    const { secondFactor } = await prove(api, input);
    return secondFactor ? null : afterSignIn();
  });
}

/** `prove` signs the member in; what it resolves with is not used. */
function useEnterProven<Input>(
  prove: (api: ApiClient, input: Input) => Promise<unknown>,
): UseMutationResult<Account, Error, Input> {
  const afterSignIn = useAfterSignIn();
  return useAct(async (api, input: Input) => {
    await prove(api, input);
    return afterSignIn();
  });
}

export function useSignIn() {
  return useEnter((api, json: z.output<typeof signInInput>) => call(api.auth['sign-in'].$post({ json })));
}

export function useAcceptLegal() {
  return useEnterProven((api, revision: number) => call(api.auth.legal.$post({ json: { revision } })));
}

export function useSendCode() {
  return useAct((api, email: string) => call(api.auth.code.$post({ json: { email } })));
}

export function useVerifyCode() {
  return useEnter((api, json: z.output<typeof codeInput>) => call(api.auth.code.verify.$post({ json })));
}

export function useGiveSecondFactor() {
  return useEnterProven((api, code: string) => call(api.auth['second-factor'].$post({ json: { code } })));
}

export function useSignInWithPasskey() {
  return useEnterProven(signInWithPasskey);
}

export function useSignInByBrowser() {
  return useEnterProven((api, json: BrowserCode) =>
    call(api.auth.passkeys.desktop['sign-in'].$post({ json })),
  );
}

export function useRequestReset() {
  return useAct((api, email: string) => call(api.auth['reset-request'].$post({ json: { email } })));
}

export function useResendConfirmation() {
  return useAct((api, email: string) => call(api.auth.confirm.resend.$post({ json: { email } })));
}

/** The result depends on who is signed in, so `viewerId` is in the key. The token stays in memory only. */
export function useConfirmationLink(token: string | undefined, viewerId: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['confirmation-link', token, viewerId],
    queryFn: () => call<ConfirmationOffer>(api.auth.confirm.check.$post({ json: { token: token ?? '' } })),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useConfirm() {
  return useEnter((api, json: z.input<typeof confirmInput>) => call(api.auth.confirm.$post({ json })));
}

/** The token stays in memory only. */
export function useResetLink(token: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => call(api.auth['reset-password'].check.$post({ json: { token: token ?? '' } })),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useResetPassword() {
  return useAct((api, json: { token: string; password: string }) =>
    call(api.auth['reset-password'].$post({ json })),
  );
}
