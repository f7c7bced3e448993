import type { profileInput, wizardInput } from '@guilde/contracts/profiles/input.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { MemberStats } from '@guilde/contracts/ratings/rules.ts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ApiClient, accountKey, call, callWith, useApi } from '../api.ts';
import { accountQuery } from '../auth/account.ts';
import type { LiveHandlers } from '../live.ts';
import { usePlatform } from '../platform.ts';

const profileKey = ['profile'] as const;

export function profileQuery(api: ApiClient) {
  return queryOptions({ queryKey: profileKey, queryFn: () => call<Profile>(api.profile.$get()) });
}

export function useProfile() {
  return useQuery(profileQuery(useApi()));
}

/** The navigation shows name and picture of the account. */
function applyProfile(queryClient: QueryClient, profile: Profile): void {
  queryClient.setQueryData<Profile>(profileKey, profile);
  queryClient.invalidateQueries({ queryKey: accountKey }).catch(() => undefined);
}

export function useSaveStep() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: z.output<typeof wizardInput>) =>
      call<Profile>(api.profile.step.$put({ json: input })),
    onSuccess: (profile) => queryClient.setQueryData<Profile>(profileKey, profile),
  });
}

export function useCompleteProfile() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const profile = await call<Profile>(api.profile.complete.$post());
      queryClient.setQueryData<Profile>(profileKey, profile);
      await queryClient.fetchQuery({ ...accountQuery(api), staleTime: 0 });
    },
  });
}

export function useUpdateProfile() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: z.output<typeof profileInput>) => call<Profile>(api.profile.$patch({ json: input })),
    onSuccess: (profile) => applyProfile(queryClient, profile),
  });
}

export function useStoreSiren() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (siren: string) => call<Profile>(api.profile.siren.$put({ json: { siren } })),
    onSuccess: (profile) => queryClient.setQueryData<Profile>(profileKey, profile),
  });
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
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call<Profile>(api.profile.avatar.$delete()),
    onSuccess: (profile) => applyProfile(queryClient, profile),
  });
}

export function useMemberStats(memberId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['member-stats', memberId],
    queryFn: () => call<MemberStats>(api.ratings.stats[':memberId'].$get({ param: { memberId } })),
  });
}

export const profileEvents: LiveHandlers = {
  'account.changed': ({ queryClient }) => {
    queryClient.invalidateQueries({ queryKey: profileKey }).catch(() => undefined);
  },
  resumed: ({ queryClient }) => {
    queryClient.invalidateQueries({ queryKey: profileKey }).catch(() => undefined);
  },
};
