import { type CommunitySettings, DEFAULT_COMMUNITY_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiClient, call, useApi } from '../api.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';

export const communityKey = ['community'] as const;

function communityQuery(api: ApiClient) {
  return queryOptions<CommunitySettings>({
    queryKey: communityKey,
    queryFn: () => call(api.settings.community.$get()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useCommunity(isAsking = true) {
  return useQuery({ ...communityQuery(useApi()), enabled: isAsking });
}

/** The defaults hold until the settings are loaded, as most communities keep them. */
export function useCommunitySettings(): CommunitySettings {
  return useCommunity().data ?? DEFAULT_COMMUNITY_SETTINGS;
}

export const communityEvents: LiveHandlers = {
  'community.changed': ({ queryClient }, { settings }) => {
    queryClient.setQueryData<CommunitySettings>(communityKey, settings);
  },
  resumed: ({ queryClient }) => readAgain(queryClient, communityKey),
};
