import { type ReactNode, useState } from 'react';
import { lazyPart } from '../shell/lazy-screen.tsx';

const ResolveDialog = lazyPart(async () => (await import('./resolve-dialog.tsx')).ResolveDialog);

/** A closed dialog keeps the answers; the page of another SOS has none. Render `dialog` in a Suspense. */
export function useResolveDialog(sosId: string | null | undefined): { ask: () => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ sosId: string; isOpen: boolean } | null>(null);
  if (asked && asked.sosId !== sosId) setAsked(null);
  return {
    ask: () => setAsked(sosId ? { sosId, isOpen: true } : null),
    dialog: asked && (
      <ResolveDialog
        sosId={asked.sosId}
        open={asked.isOpen}
        onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
      />
    ),
  };
}
