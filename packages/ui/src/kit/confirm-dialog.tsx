import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { cn } from './cn.ts';
import { DialogFooter, overlayClasses } from './dialog.tsx';
import { useFocusReturn } from './focus-return.ts';
import { loadedParts, Overlay, OverlayTrigger, useOverlayParts } from './overlays.tsx';
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

/** The focus starts on the first field, of a choice on what is chosen, else on the button that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const [busy, setBusy] = useState(false);
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
    <Overlay kind="AlertDialog" open={props.open ?? ownOpen} onOpenChange={(open) => !busy && setOpen(open)}>
      {props.trigger && (
        <OverlayTrigger kind="AlertDialog" asChild>
          {props.trigger}
        </OverlayTrigger>
      )}
      <Question {...props} busy={busy} confirm={confirm} />
    </Overlay>
  );
}

type QuestionProps = ConfirmDialogProps & { busy: boolean; confirm: () => Promise<void> };

function Question({ busy, confirm, ...props }: QuestionProps) {
  const focusReturn = useFocusReturn();
  const Parts = useOverlayParts()?.AlertDialog;
  if (!Parts) return null;
  return (
    <Parts.Portal>
      <Parts.Overlay className={overlayClasses} />
      <Parts.Content
        data-slot="confirm-dialog"
        // The library’s own role is for a question that two buttons answer.
        role={props.children ? 'dialog' : 'alertdialog'}
        {...focusReturn}
        onOpenAutoFocus={(event) => {
          focusReturn.onOpenAutoFocus();
          const dialog = event.currentTarget as HTMLElement;
          const first = dialog.querySelector<HTMLElement>('input, select, textarea');
          const field = first?.matches('[type=radio]')
            ? (dialog.querySelector<HTMLElement>('[type=radio]:checked') ?? first)
            : first;
          if (!field) return;
          event.preventDefault();
          field.focus();
        }}
        className={cn(
          'fixed top-1/2 left-1/2 z-50 grid max-h-[min(90dvh,100dvh-7rem)] w-[calc(100%-2rem)] max-w-md -translate-1/2 gap-4 overflow-y-auto rounded-xl border bg-popover p-5 text-popover-foreground shadow-soft md:p-6',
          'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
        )}
      >
        <div className="grid gap-1.5">
          <Parts.Title className="text-xl">{props.title}</Parts.Title>
          <Parts.Description className="text-sm text-muted-foreground">{props.description}</Parts.Description>
        </div>
        {/* In a field of one line, Enter confirms. */}
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            // React passes it on to a form around the dialog’s trigger.
            event.stopPropagation();
            void confirm();
          }}
        >
          <div className="contents">{props.children}</div>
          <DialogFooter>
            <CancelButton label={props.cancelLabel ?? cancelLabelFor(props.confirmLabel)} disabled={busy} />
            <Button
              type="submit"
              variant={props.destructive ? 'destructive' : (props.confirmVariant ?? 'default')}
              loading={busy}
            >
              {props.confirmLabel}
            </Button>
          </DialogFooter>
        </form>
      </Parts.Content>
    </Parts.Portal>
  );
}

/** Beside « Annuler l’envoi » the word « Annuler » would say two things. */
function cancelLabelFor(confirmLabel: string): string {
  return confirmLabel.startsWith('Annuler') ? 'Revenir' : 'Annuler';
}

function CancelButton({ label, disabled }: { label: string; disabled: boolean }) {
  const { Cancel } = loadedParts().AlertDialog;
  const button = useRef<HTMLButtonElement>(null);
  useCloseOnBack(() => button.current?.click());
  return (
    <Cancel asChild>
      <Button ref={button} variant="outline" disabled={disabled}>
        {label}
      </Button>
    </Cancel>
  );
}
