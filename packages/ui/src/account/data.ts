import { PERSONAL_DATA_FILE } from '@guilde/contracts/account/rules.ts';
import type { changePasswordInput } from '@guilde/contracts/auth/input.ts';
import type { SignedInDevice } from '@guilde/contracts/auth/rules.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { usePlatform } from '../platform.ts';
import { askForPendingEmail } from './email-change-data.ts';
import { withProof } from './proof.ts';
import { fetchFile, saveFile } from './save-file.ts';

const sessionsKey = ['sessions'] as const;

/** Most recently used first. */
export function useSessions() {
  const api = useApi();
  return useQuery({ queryKey: sessionsKey, queryFn: () => call<SignedInDevice[]>(api.auth.sessions.$get()) });
}

export function useRevokeSession() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) =>
      call(api.auth.sessions[':sessionId'].$delete({ param: { sessionId } })),
    onSuccess: (_done, sessionId) => {
      askForPendingEmail(queryClient);
      queryClient.setQueryData<SignedInDevice[]>(sessionsKey, (sessions) =>
        sessions?.filter((session) => session.id !== sessionId),
      );
    },
  });
}

export function useRevokeOtherSessions() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.auth.sessions.$delete()),
    onSuccess: () => keepCurrentOnly(queryClient),
  });
}

/** Every other device is signed out. */
export function useChangePassword() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: z.output<typeof changePasswordInput>) =>
      withProof(() => call(api.account.password.$post({ json: input }))),
    onSuccess: () => keepCurrentOnly(queryClient),
  });
}

function keepCurrentOnly(queryClient: QueryClient): void {
  askForPendingEmail(queryClient);
  queryClient.setQueryData<SignedInDevice[]>(sessionsKey, (sessions) =>
    sessions?.filter(({ current }) => current),
  );
}

export function useDownloadPersonalData() {
  const platform = usePlatform();
  return useMutation({
    mutationFn: async () =>
      saveFile(await fetchFile(platform, '/api/account/personal-data'), PERSONAL_DATA_FILE),
  });
}

export function useDeleteAccount() {
  const api = useApi();
  return useMutation({
    mutationFn: (password: string) => withProof(() => call(api.account.delete.$post({ json: { password } }))),
  });
}
