import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';

/** While `active`, asks before leaving the page. */
export function UnsavedGuard({ active }: { active: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open && blocker.state === 'blocked') blocker.reset();
      }}
      title="Quitter sans enregistrer ?"
      description="Tes modifications seront perdues."
      confirmLabel="Quitter"
      cancelLabel="Continuer à modifier"
      destructive
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
