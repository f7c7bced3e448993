import type { ModerationArea } from '@guilde/contracts/admin.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../live.ts';

export const adminKey = ['admin'] as const;

/** SOS change often: refetch at most once per second. */
const REFETCH_AFTER_MS = 1000;

const soon = new WeakMap<QueryClient, Set<string>>();

function refresh(queryClient: QueryClient, ...areas: (ModerationArea | 'overview' | 'journal')[]): void {
  for (const area of areas)
    queryClient.invalidateQueries({ queryKey: [...adminKey, area] }).catch(() => undefined);
}

function refreshSoon(queryClient: QueryClient, area: ModerationArea): void {
  const waiting = soon.get(queryClient) ?? new Set<string>();
  soon.set(queryClient, waiting);
  if (waiting.has(area)) return;
  waiting.add(area);
  setTimeout(() => {
    waiting.delete(area);
    refresh(queryClient, area, 'overview');
  }, REFETCH_AFTER_MS);
}

export const adminEvents: LiveHandlers = {
  'moderation.changed': ({ queryClient }, { area }) => {
    refresh(queryClient, area, 'overview', 'journal');
    if (area === 'jobs') refresh(queryClient, 'summaries', 'sos');
  },
  'sos.created': ({ queryClient }) => refreshSoon(queryClient, 'sos'),
  'sos.updated': ({ queryClient }) => refreshSoon(queryClient, 'sos'),
  'sos.removed': ({ queryClient }) => refreshSoon(queryClient, 'sos'),
  resumed: ({ queryClient }) => {
    queryClient.invalidateQueries({ queryKey: adminKey }).catch(() => undefined);
  },
};
