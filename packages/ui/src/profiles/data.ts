import type { profileInput, wizardInput } from '@guilde/contracts/profiles/input.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { MemberStats } from '@guilde/contracts/ratings/rules.ts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ApiClient, accountKey, call, callWith, useApi } from '../api.ts';
import { accountQuery } from '../auth/account.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain, useAct } from '../mutation.ts';
import { usePlatform } from '../platform.ts';

const profileKey = ['profile'] as const;
const statsKey = ['member-stats'] as const;

export function profileQuery(api: ApiClient) {
  return queryOptions({ queryKey: profileKey, queryFn: () => call<Profile>(api.profile.$get()) });
}

export function useProfile() {
  return useQuery(profileQuery(useApi()));
}

function keepProfile(queryClient: QueryClient, profile: Profile): void {
  queryClient.setQueryData<Profile>(profileKey, profile);
}

/** The navigation shows name and picture of the account. */
function applyProfile(queryClient: QueryClient, profile: Profile): void {
  keepProfile(queryClient, profile);
  readAgain(queryClient, accountKey);
}

export function useSaveStep() {
  return useAct(
    (api, json: z.output<typeof wizardInput>) => call<Profile>(api.profile.step.$put({ json })),
    keepProfile,
  );
}

export function useCompleteProfile() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const profile = await call<Profile>(api.profile.complete.$post());
      keepProfile(queryClient, profile);
      await queryClient.fetchQuery({ ...accountQuery(api), staleTime: 0 });
    },
  });
}

export function useUpdateProfile() {
  return useAct(
    (api, json: Partial<z.output<typeof profileInput>>) => call<Profile>(api.profile.$patch({ json })),
    applyProfile,
  );
}

export function useStoreSiren() {
  return useAct(
    (api, siren: string) => call<Profile>(api.profile.siren.$put({ json: { siren } })),
    keepProfile,
  );
}

export function useUploadAvatar() {
  const platform = usePlatform();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set('file', file);
      return callWith<Profile>(platform, '/api/profile/avatar', { method: 'PUT', body: form });
    },
    onSuccess: (profile) => applyProfile(queryClient, profile),
  });
}

export function useRemoveAvatar() {
  return useAct((api) => call<Profile>(api.profile.avatar.$delete()), applyProfile);
}

export function useMemberStats(memberId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...statsKey, memberId],
    queryFn: () => call<MemberStats>(api.ratings.stats[':memberId'].$get({ param: { memberId } })),
  });
}

export const profileEvents: LiveHandlers = {
  'account.changed': ({ queryClient }) => readAgain(queryClient, profileKey, statsKey),
  resumed: ({ queryClient }) => readAgain(queryClient, profileKey, statsKey),
};
