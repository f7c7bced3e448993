import type { announcementChangeInput } from '@guilde/contracts/announcements/input.ts';
import type { TypedRow } from '@guilde/contracts/bulk-invitations/columns.ts';
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { ClientResponse } from 'hono/client';
import type { z } from 'zod';
import { type ApiClient, call, errorMessage, useApi } from '../api.ts';
import { isProofMissing, withProof } from '../credentials/proof.ts';
import { toast } from '../kit/toast.ts';
import { adminKey, type LiveArea } from './live-events.ts';

/** Lists that no live event announces, as that of all messages, are asked for again after this time. */
const POLL_MS = 5000;
const AWAITED_POLL_MS = 2000;

export type Page<T> = { items: T[]; nextCursor: string | null };

type Area = LiveArea | 'invitations' | 'batches' | 'benchmarks' | 'security';

/** The types of this method of the typed client give those of its hook or act. */
export type Verb<Args, Answer> = (args: Args) => Promise<ClientResponse<Answer>>;
export type Endpoint<Args, Answer> = (api: ApiClient) => Verb<Args, Answer>;

type ListEndpoint<P> = Endpoint<{ query: Record<string, string> & { cursor?: string } }, P>;

function useAdminList<P extends Page<unknown>>(
  area: Area,
  filters: Record<string, string>,
  endpoint: ListEndpoint<P>,
  refetchEveryMs?: number,
) {
  const api = useApi();
  return useInfiniteQuery<P, Error, InfiniteData<P>, readonly unknown[], string | undefined>({
    queryKey: [...adminKey, area, 'list', filters],
    queryFn: ({ pageParam: cursor }) =>
      call(endpoint(api)({ query: { ...filters, ...(cursor ? { cursor } : {}) } })),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      refetchEveryMs !== undefined && state.data?.pages.length === 1 && !isProofMissing(state.error)
        ? refetchEveryMs
        : false,
  });
}

export type AdminListQuery<P extends Page<unknown>> = ReturnType<typeof useAdminList<P>>;

/** Returns the hook of a list, whose filters are those of the address. */
function listOf<P extends Page<unknown>>(area: Area, endpoint: ListEndpoint<P>, refetchEveryMs?: number) {
  return function useList(filters: Record<string, string>) {
    return useAdminList(area, filters, endpoint, refetchEveryMs);
  };
}

/** Returns the hook of what `param` of the path names. `kind` tells the query from that of the details. */
function detailOf<Param extends string, T>(
  area: Area,
  param: Param,
  endpoint: Endpoint<{ param: Record<Param, string> }, T>,
  kind = 'detail',
  isAwaited: (answer: T) => boolean = () => false,
) {
  return function useDetail(id: string | undefined) {
    const api = useApi();
    return useQuery<T>({
      queryKey: [...adminKey, area, kind, id],
      queryFn: () => call(endpoint(api)({ param: { [param]: id ?? '' } as Record<Param, string> })),
      enabled: id !== undefined,
      refetchInterval: ({ state }) =>
        state.data !== undefined && isAwaited(state.data) ? AWAITED_POLL_MS : false,
    });
  };
}

/** Returns the hook of what is read as a whole. */
function wholeOf<T>(area: Area, kind: string, endpoint: Endpoint<object, T>) {
  return function useWhole() {
    const api = useApi();
    return useQuery<T>({ queryKey: [...adminKey, area, kind], queryFn: () => call(endpoint(api)({})) });
  };
}

export const useUsers = listOf('users', (api) => api.admin.users.$get);
export const useUser = detailOf('users', 'userId', (api) => api.admin.users[':userId'].$get);
export const useNotes = detailOf('users', 'userId', (api) => api.admin.users[':userId'].notes.$get, 'notes');
export const useSavedFilters = wholeOf('users', 'saved-filters', (api) => api.admin['saved-filters'].$get);

export const useReports = listOf('reports', (api) => api.admin.reports.$get);
export const useReport = detailOf('reports', 'reportId', (api) => api.admin.reports[':reportId'].$get);

export const useQueue = listOf('queue', (api) => api.admin.queue.$get);
export const useCase = detailOf('cases', 'caseId', (api) => api.admin.cases[':caseId'].$get);
/** It is fetched on request only, because the reading is journalled. */
export const useCaseContext = detailOf(
  'messages',
  'caseId',
  (api) => api.admin.cases[':caseId'].context.$post,
  'context',
);

export const useAllSos = listOf('sos', (api) => api.admin.sos.$get);
export const useSosInFull = detailOf('sos', 'sosId', (api) => api.admin.sos[':sosId'].$get);

export const useMessages = listOf('messages', (api) => api.admin.messages.$get, POLL_MS);
export const useMessage = detailOf('messages', 'messageId', (api) => api.admin.messages[':messageId'].$get);

export const useIncidentList = listOf('incidents', (api) => api.admin.incidents.$get);
export const useIncidentInFull = detailOf(
  'incidents',
  'incidentId',
  (api) => api.admin.incidents[':incidentId'].$get,
);

export const useEventList = listOf('events', (api) => api.admin.events.$get);
export const useEventInFull = detailOf('events', 'eventId', (api) => api.admin.events[':eventId'].$get);

export const useDealInFull = detailOf('deals', 'dealId', (api) => api.admin.deals[':dealId'].$get);

export const useContact = listOf('contact', (api) => api.admin.contact.$get);
export const useContactMessage = detailOf(
  'contact',
  'contactId',
  (api) => api.admin.contact[':contactId'].$get,
);

export const useAllAnnouncements = listOf('announcements', (api) => api.admin.announcements.$get);
export const useAnnouncement = detailOf(
  'announcements',
  'announcementId',
  (api) => api.admin.announcements[':announcementId'].$get,
);

/** Says how many an announcement would reach, and shows its mail. */
export function useAnnouncementPreview() {
  const api = useApi();
  return useMutation({
    mutationFn: (json: z.input<typeof announcementChangeInput>) =>
      withProof(() => call(api.admin.announcements.preview.$post({ json }))),
    onError: (error) => toast.error('Aperçu impossible', { description: errorMessage(error) }),
  });
}

export const useSummaries = listOf('summaries', (api) => api.admin.summaries.$get);
export const useSummary = detailOf('summaries', 'summaryId', (api) => api.admin.summaries[':summaryId'].$get);

export const useJournal = listOf('journal', (api) => api.admin.journal.$get);
export const useJournalEntry = detailOf('journal', 'entryId', (api) => api.admin.journal[':entryId'].$get);
export const useSecurityLog = listOf('security', (api) => api.admin.security.$get);

export const useAllInvitations = listOf('invitations', (api) => api.admin.invitations.$get);
export const useSponsorChain = detailOf(
  'invitations',
  'userId',
  (api) => api.admin.invitations.chain[':userId'].$get,
);

export const useBatches = listOf('batches', (api) => api.admin.invitations.batches.$get);

/** It is polled, because no event says that an invitee has signed up. */
export function useBatch(batchId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...adminKey, 'invitations', 'batch', batchId],
    queryFn: () => call(api.admin.invitations.batches[':batchId'].$get({ param: { batchId } })),
    refetchInterval: POLL_MS,
  });
}

/** `batch` is among the filters for the key, and is no filter of the route. */
export const useBatchRows = listOf(
  'batches',
  (api) =>
    ({ query: { batch: batchId = '', ...query } }) =>
      api.admin.invitations.batches[':batchId'].rows.$get({ param: { batchId }, query }),
  POLL_MS,
);

export function useBulkPreview(rows: TypedRow[]) {
  const api = useApi();
  return useQuery({
    queryKey: [...adminKey, 'invitations', 'preview', rows],
    queryFn: () => call(api.admin.invitations.batches.preview.$put({ json: { rows } })),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Finds one level of the tree, which is the roots without `parent`. */
export function useInvitationTree(parent: string | undefined) {
  return useAdminList(
    'invitations',
    parent === undefined ? {} : { parent },
    (api) => api.admin.invitations.tree.$get,
  );
}

/** It is polled while jobs run, because no event says that one began or failed. */
export function useSummaryJobs() {
  const api = useApi();
  return useQuery({
    queryKey: [...adminKey, 'jobs', 'all'],
    queryFn: () => call(api.admin.summaries.jobs.$get()),
    refetchInterval: ({ state }) => (state.data?.some((job) => job.state !== 'failed') ? POLL_MS : false),
  });
}

export const useOverview = wholeOf('overview', 'all', (api) => api.admin.overview.$get);
export const useBenchmarkCounts = wholeOf('benchmarks', 'all', (api) => api.admin.benchmarks.$get);

export const useAccessLinks = wholeOf('access', 'links', (api) => api.admin.access.links.$get);
export const useAccessRequest = detailOf(
  'access',
  'accessRequestId',
  (api) => api.admin.access.requests[':accessRequestId'].$get,
);

export const useApiKeys = wholeOf('integrations', 'keys', (api) => api.admin.integrations.keys.$get);
export const useWebhooks = wholeOf('integrations', 'webhooks', (api) => api.admin.integrations.webhooks.$get);
export const useDeliveries = detailOf(
  'integrations',
  'webhookId',
  (api) => api.admin.integrations.webhooks[':webhookId'].deliveries.$get,
  'deliveries',
  // A later attempt is minutes away.
  (deliveries) => deliveries.some(({ state, attempts }) => state === 'waiting' && attempts === 0),
);
