import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Installation, usePlatform, type WebAppFeatures } from '../platform.ts';

/** It is undefined until its code is loaded; null in the desktop app, and when the code cannot be loaded. */
export function useWebApp(): WebAppFeatures | null | undefined {
  const { loadWebApp } = usePlatform();
  const [webApp, setWebApp] = useState<WebAppFeatures | null | undefined>(loadWebApp ? undefined : null);
  useEffect(() => {
    let isGone = false;
    const set = (loaded: WebAppFeatures | null) => isGone || setWebApp(loaded);
    loadWebApp?.().then(set, () => set(null));
    return () => {
      isGone = true;
    };
  }, [loadWebApp]);
  return webApp;
}

export function useInstallation(webApp: WebAppFeatures | null | undefined): Installation {
  return useSyncExternalStore(webApp?.onChange ?? nothingChanges, () =>
    webApp ? webApp.installation() : 'unavailable',
  );
}

function nothingChanges(): () => void {
  return () => undefined;
}

/** Only the pages of members start the worker: a visitor’s first page has nothing to keep offline. */
export function useServiceWorker(): void {
  const webApp = useWebApp();
  useEffect(() => webApp?.start(), [webApp]);
}
