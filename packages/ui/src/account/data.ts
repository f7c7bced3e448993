import { PERSONAL_DATA_FILE } from '@guilde/contracts/account/rules.ts';
import type { changePasswordInput } from '@guilde/contracts/auth/input.ts';
import type { SignedInDevice } from '@guilde/contracts/auth/rules.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, useApi } from '../api.ts';
import { pendingEmailKey } from '../credentials/email-change-data.ts';
import { withProof } from '../credentials/proof.ts';
import { readAgain, useAct } from '../mutation.ts';
import { usePlatform } from '../platform.ts';
import { fetchFile, saveFile } from '../save-file.ts';

const sessionsKey = ['sessions'] as const;

/** Sessions are sorted from the most recently used. */
export function useSessions() {
  const api = useApi();
  return useQuery({ queryKey: sessionsKey, queryFn: () => call<SignedInDevice[]>(api.auth.sessions.$get()) });
}

export function useRevokeSession() {
  return useAct(
    async (api, sessionId: string) => {
      await call(api.auth.sessions[':sessionId'].$delete({ param: { sessionId } }));
      return sessionId;
    },
    (queryClient, ended) => keepSessions(queryClient, ({ id }) => id !== ended),
  );
}

export function useRevokeOtherSessions() {
  return useAct<void, unknown>((api) => call(api.auth.sessions.$delete()), keepCurrentOnly);
}

/** Every other device is signed out. */
export function useChangePassword() {
  return useAct(
    (api, json: z.output<typeof changePasswordInput>) =>
      withProof(() => call(api.account.password.$post({ json }))),
    keepCurrentOnly,
  );
}

function keepCurrentOnly(queryClient: QueryClient): void {
  keepSessions(queryClient, ({ current }) => current);
}

function keepSessions(queryClient: QueryClient, isKept: (session: SignedInDevice) => boolean): void {
  readAgain(queryClient, pendingEmailKey);
  queryClient.setQueryData<SignedInDevice[]>(sessionsKey, (sessions) => sessions?.filter(isKept));
}

export function useDownloadPersonalData() {
  const platform = usePlatform();
  return useAct<void, void>(async () =>
    saveFile(await fetchFile(platform, '/api/account/personal-data'), PERSONAL_DATA_FILE),
  );
}

export function useDeleteAccount() {
  return useAct((api, password: string) =>
    withProof(() => call(api.account.delete.$post({ json: { password } }))),
  );
}
