import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toastRequests } from './toast.ts';

/**
 * Once in the application. The library loads with the first toast; if that fails, the next toast or the
 * network’s return tries again and shows the queue.
 */
export function ToastHost() {
  const requestCount = useSyncExternalStore(toastRequests.subscribe, toastRequests.get);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!requestCount || Toaster) return;
    const load = () =>
      void import('./toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => undefined,
      );
    load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [requestCount, Toaster]);
  return Toaster && <Toaster />;
}
