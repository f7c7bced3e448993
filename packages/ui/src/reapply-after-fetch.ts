import type { QueryClient } from '@tanstack/react-query';

/**
 * Changes each query under `queryKey`, and again after an answer that is on its way: it may be older. The change must be
 * idempotent.
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
