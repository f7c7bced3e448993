import { App, Client, loadedRouter } from '@guilde/ui/app.tsx';
import { applyTheme } from '@guilde/ui/kit/theme.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { webPlatform } from './platform.ts';

/** Brings the page to life. What the server has sent to look at stays until the same is there. */
export async function start(root: HTMLElement): Promise<void> {
  applyTheme();
  const router = root.hasChildNodes() ? await loadedRouter() : null;
  delete document.documentElement.dataset.linked;
  // In slices: a slow phone answers to its owner in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        {router ? <Client platform={webPlatform} router={router} /> : <App platform={webPlatform} />}
      </StrictMode>,
    ),
  );
}
