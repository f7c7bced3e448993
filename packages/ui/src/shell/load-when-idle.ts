import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOffline } from '../kit/use-is-offline.ts';

/** `saveData` means that the person wants little traffic; not every browser has it. */
type Line = { connection?: { saveData?: boolean } };

export type Loads = (() => Promise<unknown>)[];

/**
 * Prefetches one by one while no query is fetching and what came is on the screen. Failures are ignored: the code is fetched again when
 * needed. Nothing is fetched offline, since browsers keep a failure for the life of the page.
 */
export function useLoadWhenIdle(loads: Loads): void {
  const queryClient = useQueryClient();
  useEffect(() => void loadWhenIdle(queryClient, loads), [queryClient, loads]);
}

async function loadWhenIdle(queryClient: QueryClient, loads: Loads): Promise<void> {
  if (!('requestIdleCallback' in globalThis) || (navigator as Line).connection?.saveData) return;
  for (const load of loads) {
    do {
      await answered(queryClient);
      await drawn();
    } while (queryClient.isFetching() > 0);
    if (isOffline()) return;
    await load().catch(() => undefined);
  }
}

/** An answer is drawn in the tasks before the next idle time, which follows a frame. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestIdleCallback(() => resolve()));
  });
}

/** On a slow line the code of other pages would delay what the open page waits for. */
function answered(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}
