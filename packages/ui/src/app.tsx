import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { ToastHost } from './kit/toast-host.tsx';
import { type Platform, PlatformProvider } from './platform.ts';
import { routes } from './routes.tsx';

/** The whole client, in whichever shell. */
export function App({ platform }: { platform: Platform }) {
  const [router] = useState(() => createBrowserRouter(routes));
  return (
    <PlatformProvider value={platform}>
      <RouterProvider router={router} />
      <ToastHost />
    </PlatformProvider>
  );
}
