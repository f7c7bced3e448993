import type { Announcement } from '@guilde/contracts/announcements/rules.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, useApi } from '../api.ts';
import { serverNow } from '../kit/server-time.ts';
import { toast } from '../kit/toast.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';

const currentKey = ['announcements', 'current'] as const;
const listKey = ['announcements', 'list'] as const;

export function useCurrentAnnouncements() {
  const api = useApi();
  return useQuery({
    queryKey: currentKey,
    queryFn: () => call(api.announcements.current.$get()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAnnouncements() {
  const api = useApi();
  return useQuery({ queryKey: listKey, queryFn: () => call(api.announcements.$get()) });
}

/** An announcement disappears at once, and returns with a toast when the server could not store it. */
export function useReadAnnouncements() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => call(api.announcements.read.$post({ json: { ids } })),
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey: currentKey });
      for (const id of ids) remove(queryClient, id, new Date(serverNow()).toISOString());
    },
    onError: (error) => {
      toast.error('Annonce non marquée comme lue', { description: errorMessage(error) });
      readAgain(queryClient, ['announcements']);
    },
  });
}

function remove(queryClient: QueryClient, id: string, readAt: string | null): void {
  queryClient.setQueryData<Announcement[]>(currentKey, (known) => known?.filter((one) => one.id !== id));
  if (readAt !== null)
    queryClient.setQueryData<Announcement[]>(listKey, (known) =>
      known?.map((one) => (one.id === id && one.readAt === null ? { ...one, readAt } : one)),
    );
}

export const announcementEvents: LiveHandlers = {
  'announcement.received': ({ queryClient }, { announcement }) => {
    for (const key of [currentKey, listKey])
      queryClient.setQueryData<Announcement[]>(
        key,
        (known) => known && [announcement, ...known.filter(({ id }) => id !== announcement.id)],
      );
  },
  'announcement.removed': ({ queryClient }, { announcementId, readAt }) =>
    remove(queryClient, announcementId, readAt),
  resumed: ({ queryClient }) => readAgain(queryClient, ['announcements']),
};
