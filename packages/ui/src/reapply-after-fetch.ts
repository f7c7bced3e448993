import type { QueryClient } from '@tanstack/react-query';

/**
 * Changes what is stored under each key that begins with `queryKey`, and once more when an answer that is on its way has
 * arrived: it may be older than the change. Made twice, the change must do no more than once.
 */
export function reapplyAfterFetch(
  queryClient: QueryClient,
  queryKey: readonly unknown[],
  change: (key: readonly unknown[]) => void,
): void {
  const cache = queryClient.getQueryCache();
  for (const query of cache.findAll({ queryKey })) {
    change(query.queryKey);
    if (query.state.fetchStatus !== 'fetching') continue;
    const stop = cache.subscribe(({ query: moved, type }) => {
      if (moved !== query) return;
      if (type === 'removed') return stop();
      if (query.state.fetchStatus === 'fetching') return;
      stop();
      change(query.queryKey);
    });
  }
}
