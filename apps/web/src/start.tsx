import { App, Client, loadedRouter } from '@guilde/ui/app.tsx';
import { applyTheme } from '@guilde/ui/kit/theme.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { webPlatform } from './platform.ts';

/** The server’s HTML stays until the client has rendered the same screen. */
export async function start(root: HTMLElement): Promise<void> {
  applyTheme();
  const router = root.hasChildNodes() ? await loadedRouter() : null;
  delete document.documentElement.dataset.linked;
  // A transition renders in slices, so that a slow phone stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        {router ? <Client platform={webPlatform} router={router} /> : <App platform={webPlatform} />}
      </StrictMode>,
    ),
  );
}
