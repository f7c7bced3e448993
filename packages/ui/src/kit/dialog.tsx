import { X } from 'lucide-react';
import type { Dialog as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { cn } from './cn.ts';
import { useFocusReturn } from './focus-return.ts';
import { loadedParts, Overlay, type OverlayProps, OverlayTrigger, useOverlayParts } from './overlays.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';

export function Dialog(props: OverlayProps) {
  return <Overlay kind="Dialog" {...props} />;
}

export function DialogTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <OverlayTrigger kind="Dialog" {...props} />;
}

export function DialogClose(props: ComponentProps<typeof Radix.Close>) {
  const { Close } = loadedParts().Dialog;
  return <Close {...props} />;
}

export const overlayClasses =
  'fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';

const widths = { sm: 'md:max-w-sm', md: 'md:max-w-lg', lg: 'md:max-w-2xl' };

export type DialogContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title'> & {
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof widths;
  hideTitle?: boolean;
  /** Set it when there is a text to read first, so that the focus starts on the title. */
  startsOnTitle?: boolean;
  /** When it is false, neither Escape, nor a click outside, nor a close button closes the dialog. */
  dismissible?: boolean;
};

/** Phones show a bottom sheet. It traps the focus and returns it. */
export function DialogContent({
  title,
  description,
  size = 'md',
  hideTitle = false,
  startsOnTitle = false,
  dismissible = true,
  className,
  children,
  ...props
}: DialogContentProps) {
  const focusReturn = useFocusReturn();
  const titleElement = useRef<HTMLHeadingElement>(null);
  const start = (event: Event) => {
    focusReturn.onOpenAutoFocus();
    if (!startsOnTitle) return;
    event.preventDefault();
    titleElement.current?.focus();
  };
  const keepOpen = (event: Event) => {
    if (!dismissible) event.preventDefault();
  };
  const Parts = useOverlayParts()?.Dialog;
  if (!Parts) return null;
  return (
    <Parts.Portal>
      <Parts.Overlay className={overlayClasses} />
      <Parts.Content
        data-slot="dialog"
        onEscapeKeyDown={keepOpen}
        onInteractOutside={keepOpen}
        {...focusReturn}
        onOpenAutoFocus={start}
        {...(description ? {} : { 'aria-describedby': undefined })}
        className={cn(
          'fixed z-50 flex max-h-[min(44rem,90dvh,100dvh-3.5rem-env(safe-area-inset-top))] flex-col gap-4 overflow-y-auto scroll-py-6 border bg-popover p-5 text-popover-foreground shadow-soft md:p-6',
          'inset-x-0 bottom-0 rounded-t-xl pb-[max(1.25rem,env(safe-area-inset-bottom))]',
          'md:inset-auto md:top-1/2 md:left-1/2 md:w-[calc(100%-3rem)] md:-translate-1/2 md:rounded-xl',
          'max-md:data-[state=closed]:animate-to-bottom max-md:data-[state=open]:animate-from-bottom',
          'md:data-[state=closed]:animate-pop-out md:data-[state=open]:animate-pop-in',
          widths[size],
          className,
        )}
        {...props}
      >
        <div className={hideTitle ? 'sr-only' : 'grid gap-1.5 pr-10'}>
          <Parts.Title ref={titleElement} tabIndex={-1} className="text-xl outline-none">
            {title}
          </Parts.Title>
          {description && (
            <Parts.Description className="text-sm text-muted-foreground">{description}</Parts.Description>
          )}
        </div>
        <div className="contents">{children}</div>
        {dismissible && <OverlayClose />}
      </Parts.Content>
    </Parts.Portal>
  );
}

export function OverlayClose() {
  const button = useRef<HTMLButtonElement>(null);
  useCloseOnBack(() => button.current?.click());
  return (
    <DialogClose
      ref={button}
      aria-label="Fermer"
      className="absolute top-3 right-3 flex size-10 items-center justify-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground max-md:size-11"
    >
      <X className="size-5" />
    </DialogClose>
  );
}

/** The main action comes last: it is on the right, or on top and full width on phones. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-2 pt-1 md:flex-row md:justify-end">{children}</div>;
}
