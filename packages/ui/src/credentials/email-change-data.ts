import type { changeEmailInput } from '@guilde/contracts/auth/input.ts';
import type { OwnAddress } from '@guilde/contracts/auth/rules.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { accountKey, call, useApi } from '../api.ts';
import { useAct } from '../mutation.ts';
import { withProof } from './proof.ts';

/** An act that secures the account ends the pending change. */
export const pendingEmailKey = ['email-change'] as const;

/** It is fetched again when the account’s address has changed. */
export function useOwnAddress(email: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...pendingEmailKey, email],
    queryFn: () => call<OwnAddress>(api.auth['email-change'].$get()),
  });
}

function readPendingEmail(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: pendingEmailKey });
}

export function useRequestEmailChange() {
  return useAct(
    (api, json: z.output<typeof changeEmailInput>) =>
      withProof(() => call(api.auth['email-change'].$post({ json }))),
    readPendingEmail,
  );
}

export function useCancelEmailChange() {
  return useAct<void, unknown>((api) => call(api.auth['email-change'].$delete()), readPendingEmail);
}

/** The session in this browser, if there is one, may be that of the account, or have ended. */
export function useEmailLink(act: 'confirm' | 'take-back') {
  return useAct(
    (api, token: string) => call<{ email: string }>(api.auth['email-change'][act].$post({ json: { token } })),
    (queryClient) => queryClient.invalidateQueries({ queryKey: accountKey }),
  );
}
