import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toasterWanted } from './toast.ts';

/**
 * Once in the application. The toast library is loaded with the first toast; when it does not come, the next toast and
 * the network's return ask for it again, and what waited is shown then.
 */
export function ToastHost() {
  const asked = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!asked || Toaster) return;
    const load = () =>
      void import('./toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => undefined,
      );
    load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [asked, Toaster]);
  return Toaster && <Toaster />;
}
