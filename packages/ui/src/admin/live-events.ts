import type { ModerationArea } from '@guilde/contracts/admin.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../live.ts';

export const adminKey = ['admin'] as const;

/** SOS change often; the back office asks again once per second at most. */
const SOON_MS = 1000;

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
  }, SOON_MS);
}

/** What is on screen in the back office is asked again when another administrator, a member or a job changed it. */
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
