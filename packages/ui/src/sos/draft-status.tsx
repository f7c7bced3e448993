import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';

const SAVED = 'Brouillon enregistré';

/** It is announced once, not at every pause. */
export function DraftStatus({
  isSaved,
  onDiscard,
  disabled,
}: {
  isSaved: boolean;
  onDiscard: () => void;
  disabled: boolean;
}) {
  const announced = useRef(isSaved);
  useEffect(() => {
    if (!isSaved || announced.current) return;
    announced.current = true;
    announce(SAVED);
  }, [isSaved]);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-xs text-muted-foreground md:min-h-10 md:gap-x-4 md:text-sm">
      <p className="flex items-center gap-1.5">
        {isSaved && (
          <>
            <Check aria-hidden strokeWidth={2} className="size-4 text-success" />
            {SAVED}
          </>
        )}
      </p>
      {isSaved && (
        <ConfirmDialog
          trigger={
            <Button variant="link" disabled={disabled} className="max-md:text-xs">
              Effacer
            </Button>
          }
          title="Effacer ce brouillon ?"
          description="Ce que tu as écrit sera perdu."
          confirmLabel="Effacer le brouillon"
          destructive
          onConfirm={onDiscard}
        />
      )}
    </div>
  );
}
