import type { Settings } from '@guilde/contracts/settings/rules.ts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, ApiError, call, errorMessage, useApi } from '../api.ts';
import { toast } from '../kit/toast.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';
import { reapplyAfterFetch } from '../reapply-after-fetch.ts';
import { deviceTimeZone } from './device-time-zone.ts';

/** Each page of the settings shows them and changes them at once. */
export type SettingsProps = { settings: Settings; change: (change: Partial<Settings>) => void };

const settingsKey = ['settings'] as const;

export function settingsQuery(api: ApiClient) {
  return queryOptions<Settings>({
    queryKey: settingsKey,
    queryFn: () => call(api.settings.$get()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useSettings() {
  return useQuery(settingsQuery(useApi()));
}

/** Changes are shown at once, rolled back on failure, and sent one by one. */
export function useChangeSettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: settingsKey,
    scope: { id: 'settings' },
    mutationFn: async (change: Partial<Settings>) => {
      const put = (place: Partial<Settings>) =>
        call<Settings>(api.settings.$put({ json: { ...change, ...place } }));
      const place = placeOf(change);
      return put(place).catch((error: unknown) => {
        // A browser may know a newer name than the server; the wish itself is valid then.
        if (place.timeZone && error instanceof ApiError && error.fields.timeZone) return put({});
        throw error;
      });
    },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: settingsKey });
      const before = queryClient.getQueryData<Settings>(settingsKey);
      apply(queryClient, change);
      return before && pick(before, change);
    },
    onSuccess: (stored) => {
      if (!hasMoreToSend(queryClient, 1)) queryClient.setQueryData<Settings>(settingsKey, stored);
    },
    onError: (error, change, undone) => {
      if (undone) apply(queryClient, undone);
      // A time zone that the device has named was not chosen, and the next start sends it again.
      if (change.timeZone !== undefined && change.timeZone === deviceTimeZone()) return;
      toast.error('Réglage non enregistré', { description: errorMessage(error) });
    },
  });
}

/** Quiet hours belong to the time zone where they are chosen. */
function placeOf(change: Partial<Settings>): Partial<Settings> {
  const timeZone = change.quietHours ? deviceTimeZone() : null;
  return timeZone ? { timeZone } : {};
}

function apply(queryClient: QueryClient, change: Partial<Settings>): void {
  queryClient.setQueryData<Settings>(settingsKey, (known) => known && { ...known, ...change });
}

function pick(settings: Settings, keys: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key in keys));
}

/** With more changes to send, the server’s answer is older than the screen. */
function hasMoreToSend(queryClient: QueryClient, under: number): boolean {
  return queryClient.isMutating({ mutationKey: settingsKey }) > under;
}

export function useUnsubscribe() {
  const api = useApi();
  return useMutation({
    mutationFn: (token: string) => call(api.settings.unsubscribe.$post({ query: { token } })),
  });
}

export const settingsEvents: LiveHandlers = {
  'settings.changed': ({ queryClient }, { settings }) => {
    reapplyAfterFetch(queryClient, settingsKey, () => {
      if (!hasMoreToSend(queryClient, 0)) queryClient.setQueryData<Settings>(settingsKey, settings);
    });
  },
  resumed: ({ queryClient }) => readAgain(queryClient, settingsKey),
};
