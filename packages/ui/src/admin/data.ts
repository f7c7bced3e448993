import type { ModerationArea } from '@guilde/contracts/admin.ts';
import type {
  AdminContactFilter,
  AdminIncidentFilter,
  AdminReportFilter,
  AdminSosFilter,
  AdminSummaryFilter,
} from '@guilde/contracts/admin-input.ts';
import type { MemberFilters } from '@guilde/contracts/member-filters.ts';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { isProofMissing } from '../account/proof.ts';
import { type ApiClient, call, useApi } from '../api.ts';
import { adminKey } from './live-events.ts';

/** Polled: administrators get no event for each message. */
const MESSAGES_POLL_MS = 5000;
const JOBS_POLL_MS = 5000;

export type Page<T> = { items: T[]; nextCursor: string | null };

type Area = ModerationArea | 'invitations' | 'overview' | 'queue' | 'cases' | 'journal' | 'security';
type Cursor = { cursor?: string };

export function useAdminList<P extends Page<unknown>>(
  area: Area,
  filters: Record<string, string>,
  fetchPage: (api: ApiClient, query: Record<string, string> & Cursor) => Promise<P>,
  refetchEveryMs?: number,
) {
  const api = useApi();
  return useInfiniteQuery<P, Error, InfiniteData<P>, readonly unknown[], string | undefined>({
    queryKey: [...adminKey, area, 'list', filters],
    queryFn: ({ pageParam: cursor }) => fetchPage(api, { ...filters, ...(cursor ? { cursor } : {}) }),
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

export function useAdminDetail<T>(
  area: Area,
  id: string | undefined,
  fetch: (api: ApiClient, id: string) => Promise<T>,
) {
  const api = useApi();
  return useQuery<T>({
    queryKey: [...adminKey, area, 'detail', id],
    queryFn: () => fetch(api, id ?? ''),
    enabled: id !== undefined,
  });
}

export const useUsers = (filters: MemberFilters) =>
  useAdminList('users', filters, (api, query) => call(api.admin.users.$get({ query })));
export const useUser = (id: string | undefined) =>
  useAdminDetail('users', id, (api, userId) => call(api.admin.users[':userId'].$get({ param: { userId } })));

export const useReports = (filters: { status: AdminReportFilter; q: string }) =>
  useAdminList('reports', filters, (api, query) => call(api.admin.reports.$get({ query })));
export const useReport = (id: string | undefined) =>
  useAdminDetail('reports', id, (api, reportId) =>
    call(api.admin.reports[':reportId'].$get({ param: { reportId } })),
  );

export const useQueue = (filters: { kind: string }) =>
  useAdminList('queue', filters, (api, query) => call(api.admin.queue.$get({ query })));
export const useCase = (id: string | undefined) =>
  useAdminDetail('cases', id, (api, caseId) => call(api.admin.cases[':caseId'].$get({ param: { caseId } })));
/** Asked for by the reader: it is journalled. */
export const useCaseContext = (id: string) =>
  useAdminDetail('messages', `case ${id}`, (api) =>
    call(api.admin.cases[':caseId'].context.$post({ param: { caseId: id } })),
  );

export const useAllSos = (filters: { status: AdminSosFilter; q: string }) =>
  useAdminList('sos', filters, (api, query) => call(api.admin.sos.$get({ query })));
export const useSosInFull = (id: string | undefined) =>
  useAdminDetail('sos', id, (api, sosId) => call(api.admin.sos[':sosId'].$get({ param: { sosId } })));

export const useMessages = (filters: { q: string }) =>
  useAdminList(
    'messages',
    filters,
    (api, query) => call(api.admin.messages.$get({ query })),
    MESSAGES_POLL_MS,
  );
export const useMessage = (id: string | undefined) =>
  useAdminDetail('messages', id, (api, messageId) =>
    call(api.admin.messages[':messageId'].$get({ param: { messageId } })),
  );

export const useIncidentList = (filters: { status: AdminIncidentFilter }) =>
  useAdminList('incidents', filters, (api, query) => call(api.admin.incidents.$get({ query })));
export const useIncidentInFull = (id: string | undefined) =>
  useAdminDetail('incidents', id, (api, incidentId) =>
    call(api.admin.incidents[':incidentId'].$get({ param: { incidentId } })),
  );

export const useContact = (filters: { status: AdminContactFilter; q: string }) =>
  useAdminList('contact', filters, (api, query) => call(api.admin.contact.$get({ query })));
export const useContactMessage = (id: string | undefined) =>
  useAdminDetail('contact', id, (api, contactId) =>
    call(api.admin.contact[':contactId'].$get({ param: { contactId } })),
  );

export const useSummaries = (filters: { status: AdminSummaryFilter; q: string }) =>
  useAdminList('summaries', filters, (api, query) => call(api.admin.summaries.$get({ query })));
export const useSummary = (id: string | undefined) =>
  useAdminDetail('summaries', id, (api, summaryId) =>
    call(api.admin.summaries[':summaryId'].$get({ param: { summaryId } })),
  );
/** Polled while some are running: no event says that a job began or failed. */
export function useSummaryJobs() {
  const api = useApi();
  return useQuery({
    queryKey: [...adminKey, 'jobs', 'all'],
    queryFn: () => call(api.admin.summaries.jobs.$get()),
    refetchInterval: ({ state }) =>
      state.data?.some((job) => job.state !== 'failed') ? JOBS_POLL_MS : false,
  });
}

export const useJournal = (filters: Record<string, string>) =>
  useAdminList('journal', filters, (api, query) => call(api.admin.journal.$get({ query })));

export const useSecurityLog = (filters: Record<string, string>) =>
  useAdminList('security', filters, (api, query) => call(api.admin.security.$get({ query })));

export const useJournalEntry = (id: string | undefined) =>
  useAdminDetail('journal', id, (api, entryId) =>
    call(api.admin.journal[':entryId'].$get({ param: { entryId } })),
  );

export const useOverview = () => useAdminDetail('overview', 'all', (api) => call(api.admin.overview.$get()));
