import { Dialog as Radix } from 'radix-ui';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { cn } from './cn.ts';
import { OverlayClose, overlayClasses } from './dialog.tsx';
import { useFocusReturn } from './focus-title.ts';

export const Sheet = Radix.Root;
export const SheetTrigger = Radix.Trigger;
export const SheetClose = Radix.Close;

const sides = {
  left: 'left-0 border-r data-[state=closed]:animate-to-left data-[state=open]:animate-from-left',
  right: 'right-0 border-l data-[state=closed]:animate-to-right data-[state=open]:animate-from-right',
};

export type SheetContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title'> & {
  title: ReactNode;
  description?: ReactNode;
  side?: keyof typeof sides;
  hideTitle?: boolean;
  /** Without a portal the sheet keeps its place in the tab order. */
  inPlace?: boolean;
};

/** `className` sets the width, which is 18rem by default. */
export function SheetContent({
  title,
  description,
  side = 'right',
  hideTitle,
  inPlace = false,
  className,
  children,
  ...props
}: SheetContentProps) {
  const Place = inPlace ? Fragment : Radix.Portal;
  const focusReturn = useFocusReturn();
  return (
    <Place>
      <Radix.Overlay className={overlayClasses} />
      <Radix.Content
        data-slot="sheet"
        {...focusReturn}
        {...(description ? {} : { 'aria-describedby': undefined })}
        className={cn(
          'fixed inset-y-0 z-50 flex w-72 max-w-[calc(100%-3rem)] flex-col overflow-y-auto bg-popover pt-safe pb-safe text-popover-foreground shadow-soft',
          sides[side],
          className,
        )}
        {...props}
      >
        <div className={hideTitle ? 'sr-only' : 'grid gap-1 p-5 pr-14'}>
          <Radix.Title className="text-lg">{title}</Radix.Title>
          {description && (
            <Radix.Description className="text-sm text-muted-foreground">{description}</Radix.Description>
          )}
        </div>
        {children}
        <OverlayClose />
      </Radix.Content>
    </Place>
  );
}
