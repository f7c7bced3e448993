import type { codeInput, confirmInput, signInInput } from '@guilde/contracts/auth/input.ts';
import type { Account, ConfirmationOffer } from '@guilde/contracts/auth/rules.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { signInWithPasskey } from '../account/passkey-data.ts';
import { ApiError, accountKey, call, useApi } from '../api.ts';
import type { BrowserCode } from '../platform.ts';
import { accountQuery } from './account.ts';

const NO_COOKIE =
  'Ton navigateur n’a pas enregistré la session. Autorise les cookies de ce site, puis réessaie.';

/** Null: the second factor is asked for first. */
type SignedInAs = Account | null;

/** Call after a sign-in: drops what the cache has of the previous member. */
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

export function useSignIn() {
  const api = useApi();
  const afterSignIn = useAfterSignIn();
  return useMutation({
    mutationFn: async (input: z.output<typeof signInInput>): Promise<SignedInAs> => {
      const { secondFactor } = await call(api.auth['sign-in'].$post({ json: input }));
      return secondFactor ? null : afterSignIn();
    },
  });
}

/** The community opens with the answer. */
export function useAcceptLegal() {
  const api = useApi();
  const afterSignIn = useAfterSignIn();
  return useMutation({
    mutationFn: async (revision: number) => {
      await call(api.auth.legal.$post({ json: { revision } }));
      return afterSignIn();
    },
  });
}

export function useSendCode() {
  const api = useApi();
  return useMutation({
    mutationFn: (email: string) => call(api.auth.code.$post({ json: { email } })),
  });
}

export function useVerifyCode() {
  const api = useApi();
  const afterSignIn = useAfterSignIn();
  return useMutation({
    mutationFn: async (input: z.output<typeof codeInput>): Promise<SignedInAs> => {
      const { secondFactor } = await call(api.auth.code.verify.$post({ json: input }));
      return secondFactor ? null : afterSignIn();
    },
  });
}

export function useGiveSecondFactor() {
  const api = useApi();
  const afterSignIn = useAfterSignIn();
  return useMutation({
    mutationFn: async (code: string) => {
      await call(api.auth['second-factor'].$post({ json: { code } }));
      return afterSignIn();
    },
  });
}

export function useSignInWithPasskey() {
  const api = useApi();
  const afterSignIn = useAfterSignIn();
  return useMutation({
    mutationFn: async (fromField: boolean) => {
      await signInWithPasskey(api, fromField);
      return afterSignIn();
    },
  });
}

/** In the desktop app, with what the system's browser has answered. */
export function useSignInByBrowser() {
  const api = useApi();
  const afterSignIn = useAfterSignIn();
  return useMutation({
    mutationFn: async (json: BrowserCode) => {
      await call(api.auth.passkeys.desktop['sign-in'].$post({ json }));
      return afterSignIn();
    },
    gcTime: 0,
  });
}

export function useRequestReset() {
  const api = useApi();
  return useMutation({
    mutationFn: (email: string) => call(api.auth['reset-request'].$post({ json: { email } })),
  });
}

export function useResendConfirmation() {
  const api = useApi();
  return useMutation({
    mutationFn: (email: string) => call(api.auth.confirm.resend.$post({ json: { email } })),
  });
}

/** Depends on who is signed in, so `viewerId` is in the key. The token stays in memory only. */
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
  const api = useApi();
  const afterSignIn = useAfterSignIn();
  return useMutation({
    mutationFn: async (input: z.input<typeof confirmInput>): Promise<SignedInAs> => {
      const { secondFactor } = await call(api.auth.confirm.$post({ json: input }));
      return secondFactor ? null : afterSignIn();
    },
  });
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
  const api = useApi();
  return useMutation({
    mutationFn: (input: { token: string; password: string }) =>
      call(api.auth['reset-password'].$post({ json: input })),
  });
}
