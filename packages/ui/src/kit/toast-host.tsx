import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toastRequests } from './toast.ts';
import { isOffline } from './use-is-offline.ts';

let known: ComponentType | null = null;

export async function loadToaster(): Promise<ComponentType> {
  known = (await import('./toaster.tsx')).Toaster;
  return known;
}

/**
 * Render it once in the application. The library loads with the first toast; after a failure the next toast
 * or the network’s return tries again. It is not fetched offline: Chromium keeps the failure for the life of
 * the page.
 */
export function ToastHost() {
  const requestCount = useSyncExternalStore(toastRequests.subscribe, toastRequests.get);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!requestCount || Toaster) return;
    const load = () => {
      if (known || !isOffline())
        loadToaster().then(
          (component) => setToaster(() => component),
          () => undefined,
        );
    };
    load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [requestCount, Toaster]);
  return Toaster && <Toaster />;
}
