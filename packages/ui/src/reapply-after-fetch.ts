import type { QueryClient } from '@tanstack/react-query';

/**
 * Applies `change` to each query under `queryKey`, and again after a fetch under way, whose answer may be
 * older. `change` must be idempotent.
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
