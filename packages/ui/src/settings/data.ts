import type { Settings } from '@guilde/contracts/settings/rules.ts';
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
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

/** Changes are shown until they are answered; one that failed leaves what the server has. */
export function useSettings() {
  const { data, error, refetch, isFetching } = useQuery(settingsQuery(useApi()));
  const changes = useMutationState({
    filters: { mutationKey: settingsKey, status: 'pending' },
    select: ({ state }) => state.variables as Partial<Settings>,
  });
  const shown: Settings | undefined = data && Object.assign({}, data, ...changes);
  return { data: shown, error, refetch, isFetching };
}

/** Changes are sent one by one. */
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
    onSuccess: (stored) => keep(queryClient, stored),
    onError: (error, change) => {
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

function keep(queryClient: QueryClient, settings: Settings): void {
  reapplyAfterFetch(queryClient, settingsKey, () =>
    queryClient.setQueryData<Settings>(settingsKey, settings),
  );
}

export function useUnsubscribe() {
  const api = useApi();
  return useMutation({
    mutationFn: (token: string) => call(api.settings.unsubscribe.$post({ query: { token } })),
  });
}

export const settingsEvents: LiveHandlers = {
  'settings.changed': ({ queryClient }, { settings }) => keep(queryClient, settings),
  resumed: ({ queryClient }) => readAgain(queryClient, settingsKey),
};
