import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { useIsMobile } from '../kit/use-media.ts';
import { InstallRow } from './install-row.tsx';
import { useInstallation, useWebApp } from './web-app.ts';

const useHint = create<{ isRefused: boolean; refuse: () => void }>()(
  persist((set) => ({ isRefused: false, refuse: () => set({ isRefused: true }) }), {
    name: 'install-hint',
    version: 1,
    partialize: ({ isRefused }) => ({ isRefused }),
  }),
);

/** On phones it is below what waits for the member; once refused, only the settings have it. */
export function InstallHint() {
  const webApp = useWebApp();
  const installation = useInstallation(webApp);
  const isMobile = useIsMobile();
  const { isRefused, refuse } = useHint();
  const isOffered = installation === 'offered' || installation === 'ios';
  if (!webApp || !isMobile || isRefused || !isOffered) return null;
  return (
    <Card asChild className="grid gap-2">
      <section aria-label="Application">
        <InstallRow webApp={webApp} />
        <Button variant="ghost" onClick={refuse}>
          Ne plus proposer
        </Button>
      </section>
    </Card>
  );
}
