import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { FormError } from '../kit/field.tsx';

const SAVED = 'Brouillon enregistré';

type DraftStatusProps = { isSaved: boolean; onDiscard: () => void; disabled: boolean };

type FormBarProps = {
  failure: ReactNode;
  /** A form without a draft has none. */
  draft: DraftStatusProps | null;
  className?: string;
  children: ReactNode;
};

/** The end of a form stays visible: what has failed, whether the draft is stored, and the buttons. */
export function FormBar({ failure, draft, className, children }: FormBarProps) {
  return (
    <div
      className={cn(
        'sticky bottom-(--shell-bottom) z-10 -mx-4 grid gap-3 border-t bg-background px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:mx-0 md:px-0 md:pt-4 md:pb-[max(1rem,env(safe-area-inset-bottom))]',
        className,
      )}
    >
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {draft ? <DraftStatus {...draft} /> : <span />}
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </div>
  );
}

/** It is announced once, not at every pause. */
function DraftStatus({ isSaved, onDiscard, disabled }: DraftStatusProps) {
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
            <Check strokeWidth={2} className="size-4 text-success" />
            <span>{SAVED}</span>
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
