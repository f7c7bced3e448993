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

/** The whole client, in whichever shell. */
export function App({ platform }: { platform: Platform }) {
  const [router] = useState(() => createBrowserRouter(routes));
  return <Client platform={platform} router={router} />;
}

type Router = ComponentProps<typeof RouterProvider>['router'];

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
