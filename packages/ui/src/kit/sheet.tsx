import type { Dialog as Radix } from 'radix-ui';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { cn } from './cn.ts';
import { OverlayClose, overlayClasses } from './dialog.tsx';
import { useFocusReturn } from './focus-return.ts';
import { useOverlayParts } from './overlays.tsx';

export { Dialog as Sheet, DialogClose as SheetClose, DialogTrigger as SheetTrigger } from './dialog.tsx';

const sides = {
  left: 'left-0 border-r data-[state=closed]:animate-to-left data-[state=open]:animate-from-left',
  right: 'right-0 border-l data-[state=closed]:animate-to-right data-[state=open]:animate-from-right',
};

export type SheetContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title'> & {
  title: ReactNode;
  description?: ReactNode;
  side?: keyof typeof sides;
  titleProps?: Omit<ComponentProps<typeof Radix.Title>, 'children' | 'className'>;
  hideTitle?: boolean;
  /** Without a portal the sheet keeps its place in the tab order. */
  inPlace?: boolean;
};

/** `className` sets the width, which is 18rem by default. */
export function SheetContent({
  title,
  titleProps,
  description,
  side = 'right',
  hideTitle,
  inPlace = false,
  className,
  children,
  ...props
}: SheetContentProps) {
  const focusReturn = useFocusReturn();
  const Parts = useOverlayParts()?.Dialog;
  if (!Parts) return null;
  const Place = inPlace ? Fragment : Parts.Portal;
  return (
    <Place>
      <Parts.Overlay className={overlayClasses} />
      <Parts.Content
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
          <Parts.Title {...titleProps} className="rounded-sm text-lg">
            {title}
          </Parts.Title>
          {description && (
            <Parts.Description className="text-sm text-muted-foreground">{description}</Parts.Description>
          )}
        </div>
        {children}
        <OverlayClose />
      </Parts.Content>
    </Place>
  );
}
