import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Installation, usePlatform, type WebAppFeatures } from '../platform.ts';

/** Null in the desktop app, and until its code is there. */
export function useWebApp(): WebAppFeatures | null {
  const { loadWebApp } = usePlatform();
  const [webApp, setWebApp] = useState<WebAppFeatures | null>(null);
  useEffect(() => {
    let isGone = false;
    loadWebApp?.().then(
      (loaded) => isGone || setWebApp(loaded),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [loadWebApp]);
  return webApp;
}

export function useInstallation(webApp: WebAppFeatures | null): Installation {
  return useSyncExternalStore(webApp?.onChange ?? nothingChanges, () =>
    webApp ? webApp.installation() : 'unavailable',
  );
}

function nothingChanges(): () => void {
  return () => undefined;
}

/** For members only: a visitor’s first page has nothing to keep. */
export function useServiceWorker(): void {
  const webApp = useWebApp();
  useEffect(() => webApp?.start(), [webApp]);
}
