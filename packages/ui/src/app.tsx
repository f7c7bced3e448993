import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { Announcer } from './kit/announcer.tsx';
import { IconStyle } from './kit/icon-style.tsx';
import { ToastHost } from './kit/toast-host.tsx';
import { safeReturnPath } from './paths.ts';
import { type Platform, PlatformProvider } from './platform.ts';
import { routes } from './routes.tsx';

const DesktopNotices = lazy(async () => {
  try {
    return { default: (await import('./shell/desktop-notices.tsx')).DesktopNotices };
  } catch {
    // The client works without these notices.
    return { default: () => null };
  }
});

type Router = ComponentProps<typeof RouterProvider>['router'];

export function App({ platform }: { platform: Platform }) {
  const [router] = useState(() => createBrowserRouter(routes));
  return <Client platform={platform} router={router} />;
}

/** Resolves once the code of the first screen is loaded. */
export async function loadedRouter(): Promise<Router> {
  const router = createBrowserRouter(routes);
  const { promise, resolve } = Promise.withResolvers<void>();
  const resolveOnceInitialized = ({ initialized }: Router['state']) => initialized && resolve();
  const stop = router.subscribe(resolveOnceInitialized);
  resolveOnceInitialized(router.state);
  await promise;
  stop();
  return router;
}

export function Client({ platform, router }: { platform: Platform; router: Router }) {
  useEffect(
    () =>
      platform.onNavigate((path) => {
        // The navigation is synchronous, so that no guard of the previous page redirects first.
        void router.navigate(safeReturnPath(path), { flushSync: true });
      }),
    [platform, router],
  );
  return (
    <PlatformProvider value={platform}>
      <IconStyle>
        <RouterProvider router={router} />
        {platform.desktop && (
          <Suspense>
            <DesktopNotices />
          </Suspense>
        )}
        <Announcer />
        <ToastHost />
      </IconStyle>
    </PlatformProvider>
  );
}
