import { Check } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';

/** « Brouillon enregistré », and a way to begin again. */
export function DraftStatus({
  kept,
  onDiscard,
  disabled,
}: {
  kept: boolean;
  onDiscard: () => void;
  disabled: boolean;
}) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-xs text-muted-foreground md:min-h-10 md:gap-x-4 md:text-sm">
      <output className="flex items-center gap-1.5">
        {kept && (
          <>
            <Check aria-hidden strokeWidth={2} className="size-4 text-success" />
            Brouillon enregistré
          </>
        )}
      </output>
      {kept && (
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
