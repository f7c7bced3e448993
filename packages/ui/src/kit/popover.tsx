import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { floatingClasses } from './dropdown-menu.tsx';

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverClose = Radix.Close;

export function PopoverContent({
  className,
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        collisionPadding={12}
        className={cn(
          floatingClasses,
          'max-h-(--radix-popover-content-available-height) w-72 origin-(--radix-popover-content-transform-origin) p-4',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}
