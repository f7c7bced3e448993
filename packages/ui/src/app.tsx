import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { Announcer } from './kit/announcer.tsx';
import { ToastHost } from './kit/toast-host.tsx';
import { safeReturnPath } from './paths.ts';
import { type Platform, PlatformProvider } from './platform.ts';
import { routes } from './routes.tsx';

const DesktopNotices = lazy(async () => {
  try {
    return { default: (await import('./shell/desktop-notices.tsx')).DesktopNotices };
  } catch {
    // The product is worth more than its notices.
    return { default: () => null };
  }
});

type Router = ComponentProps<typeof RouterProvider>['router'];

/** The whole client, in whichever shell. */
export function App({ platform }: { platform: Platform }) {
  const [router] = useState(() => createBrowserRouter(routes));
  return <Client platform={platform} router={router} />;
}

/** A router for `Client`, once the code of its first screen is there. */
export async function loadedRouter(): Promise<Router> {
  const router = createBrowserRouter(routes);
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = ({ initialized }: Router['state']) => initialized && resolve();
  const stop = router.subscribe(look);
  look(router.state);
  await promise;
  stop();
  return router;
}

/** As `App`, with a router that the caller holds. */
export function Client({ platform, router }: { platform: Platform; router: Router }) {
  useEffect(
    () =>
      platform.onNavigate((path) => {
        // At once, so that no guard of the page before leads elsewhere meanwhile.
        void router.navigate(safeReturnPath(path), { flushSync: true });
      }),
    [platform, router],
  );
  return (
    <PlatformProvider value={platform}>
      <RouterProvider router={router} />
      {platform.desktop && (
        <Suspense>
          <DesktopNotices />
        </Suspense>
      )}
      <Announcer />
      <ToastHost />
    </PlatformProvider>
  );
}
