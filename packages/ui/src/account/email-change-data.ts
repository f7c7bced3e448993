import type { changeEmailInput } from '@guilde/contracts/auth/input.ts';
import type { PendingEmail } from '@guilde/contracts/auth/rules.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { accountKey, call, useApi } from '../api.ts';
import { withProof } from './proof.ts';

const pendingKey = ['email-change'] as const;

/** The address that waits; asked again when the account’s has changed. */
export function usePendingEmail(email: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...pendingKey, email],
    queryFn: () => call<PendingEmail | null>(api.auth['email-change'].$get()),
  });
}

/** Whatever secures the account ends the change that waits. */
export function askForPendingEmail(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: pendingKey }).catch(() => undefined);
}

export function useRequestEmailChange() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: z.output<typeof changeEmailInput>) =>
      withProof(() => call(api.auth['email-change'].$post({ json: input }))),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: pendingKey }),
  });
}

export function useCancelEmailChange() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.auth['email-change'].$delete()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: pendingKey }),
  });
}

/** Links of mails: the session in this browser, if there is one, may be of the account, or have ended. */
export function useEmailLink(act: 'confirm' | 'take-back') {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) =>
      call<{ email: string }>(api.auth['email-change'][act].$post({ json: { token } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKey }),
  });
}
