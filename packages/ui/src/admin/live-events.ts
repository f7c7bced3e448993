import type { ModerationArea } from '@guilde/contracts/admin/rules.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';

export const adminKey = ['admin'] as const;

/** SOS change often, so this limits refetches to one per second. */
const THROTTLE_MS = 1000;

const scheduled = new WeakMap<QueryClient, Set<string>>();

/** A change on the server refetches these areas. */
export type LiveArea = ModerationArea | 'overview' | 'queue' | 'cases' | 'journal';

function refresh(queryClient: QueryClient, ...areas: LiveArea[]): void {
  readAgain(queryClient, ...areas.map((area) => [...adminKey, area]));
}

function throttledRefresh(queryClient: QueryClient, area: ModerationArea): void {
  const areas = scheduled.get(queryClient) ?? new Set<string>();
  scheduled.set(queryClient, areas);
  if (areas.has(area)) return;
  areas.add(area);
  setTimeout(() => {
    areas.delete(area);
    refresh(queryClient, area, 'overview', 'queue');
  }, THROTTLE_MS);
}

export const adminEvents: LiveHandlers = {
  'moderation.changed': ({ queryClient }, { area }) => {
    refresh(queryClient, area, 'overview', 'queue', 'cases', 'journal');
    if (area === 'jobs') refresh(queryClient, 'summaries', 'sos');
  },
  'sos.created': ({ queryClient }) => throttledRefresh(queryClient, 'sos'),
  'sos.updated': ({ queryClient }) => throttledRefresh(queryClient, 'sos'),
  'sos.removed': ({ queryClient }) => throttledRefresh(queryClient, 'sos'),
  'event.changed': ({ queryClient }) => throttledRefresh(queryClient, 'events'),
  'deal.changed': ({ queryClient }) => throttledRefresh(queryClient, 'deals'),
  resumed: ({ queryClient }) => readAgain(queryClient, adminKey),
};
