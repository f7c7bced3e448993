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
    <div className="flex flex-wrap md:min-h-10 items-center gap-x-4 text-sm text-muted-foreground">
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
            <Button variant="link" disabled={disabled}>
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
