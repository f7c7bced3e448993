import type { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { floatingClasses } from './dropdown-menu.tsx';
import { Overlay, type OverlayProps, OverlayTrigger, useOverlayParts } from './overlays.tsx';

export function Popover(props: OverlayProps) {
  return <Overlay kind="Popover" {...props} />;
}

export function PopoverTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <OverlayTrigger kind="Popover" {...props} />;
}

export function PopoverContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  const Parts = useOverlayParts()?.Popover;
  if (!Parts) return null;
  return (
    <Parts.Portal>
      <Parts.Content
        sideOffset={6}
        collisionPadding={12}
        className={cn(
          floatingClasses,
          'max-h-(--radix-popover-content-available-height) w-72 origin-(--radix-popover-content-transform-origin) p-4',
          className,
        )}
        {...props}
      />
    </Parts.Portal>
  );
}
