import { AlertDialog as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { cn } from './cn.ts';
import { overlayClasses } from './dialog.tsx';
import { useFocusReturn } from './focus-title.ts';
import { useCloseOnBack } from './use-close-on-back.ts';

export type ConfirmDialogProps = {
  /** Pass either `trigger`, or `open` with `onOpenChange`. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  confirmVariant?: ButtonProps['variant'];
  /** The dialog waits for a promise; it closes on success and stays open on rejection. */
  onConfirm: () => unknown;
  children?: ReactNode;
};

/** The focus starts on the button that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const focusReturn = useFocusReturn();
  const setOpen = (open: boolean) => {
    setOwnOpen(open);
    props.onOpenChange?.(open);
  };
  const confirm = async () => {
    setBusy(true);
    try {
      await props.onConfirm();
      setOpen(false);
    } catch {
      // The caller has shown the error; the dialog stays for another attempt.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Radix.Root open={props.open ?? ownOpen} onOpenChange={(open) => !busy && setOpen(open)}>
      {props.trigger && <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          data-slot="confirm-dialog"
          {...focusReturn}
          className={cn(
            'fixed top-1/2 left-1/2 z-50 grid max-h-[min(90dvh,100dvh-7rem)] w-[calc(100%-2rem)] max-w-md -translate-1/2 gap-4 overflow-y-auto rounded-xl border bg-popover p-5 text-popover-foreground shadow-soft md:p-6',
            'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
          )}
        >
          <div className="grid gap-1.5">
            <Radix.Title className="text-xl">{props.title}</Radix.Title>
            <Radix.Description className="text-sm text-muted-foreground">
              {props.description}
            </Radix.Description>
          </div>
          {props.children}
          <div className="flex flex-col-reverse gap-2 pt-1 md:flex-row md:justify-end">
            <CancelButton label={props.cancelLabel ?? cancelLabelFor(props.confirmLabel)} disabled={busy} />
            <Button
              variant={props.destructive ? 'destructive' : (props.confirmVariant ?? 'default')}
              loading={busy}
              onClick={() => void confirm()}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Beside « Annuler l’envoi » the word « Annuler » would say two things. */
function cancelLabelFor(confirmLabel: string): string {
  return confirmLabel.startsWith('Annuler') ? 'Revenir' : 'Annuler';
}

function CancelButton({ label, disabled }: { label: string; disabled: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useCloseOnBack(() => button.current?.click());
  return (
    <Radix.Cancel asChild>
      <Button ref={button} variant="outline" disabled={disabled}>
        {label}
      </Button>
    </Radix.Cancel>
  );
}
