import type { Incident, IncidentAnswer } from '@guilde/contracts/incidents/rules.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, useApi } from '../api.ts';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';

const incidentsKey = ['incidents'] as const;
/** No event says that somebody has voted, so the list is polled. */
const POLL_MS = 60_000;

/** The incidents are those of the tools that the viewer uses. */
export function useIncidents() {
  const api = useApi();
  return useQuery<Incident[]>({
    queryKey: incidentsKey,
    queryFn: () => call(api.incidents.$get()),
    refetchInterval: ({ state }) => (state.data?.length ? POLL_MS : false),
  });
}

export function useVote(incidentId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: IncidentAnswer) =>
      call(api.incidents[':incidentId'].vote.$put({ param: { incidentId }, json: { answer } })),
    onSuccess: (voted) =>
      queryClient.setQueryData<Incident[]>(incidentsKey, (known) =>
        known?.map((one) => (one.id === voted.id ? voted : one)),
      ),
    onError: () => readAgain(queryClient, incidentsKey),
  });
}

/** Home’s answer has them too, so that its first view need not request them. */
export function setFirstIncidents(queryClient: QueryClient, incidents: Incident[]): void {
  queryClient.setQueryData<Incident[]>(incidentsKey, (known) => known ?? incidents);
}

export const incidentEvents: LiveHandlers = {
  'incidents.changed': ({ queryClient }) => readAgain(queryClient, incidentsKey),
  'account.changed': ({ queryClient }) => readAgain(queryClient, incidentsKey),
  resumed: ({ queryClient }) => readAgain(queryClient, incidentsKey),
};
