import { DropdownMenu as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

/** A modal menu would hide the page from screen readers while Tab still reaches its links. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}

export const floatingClasses = cn(
  'z-50 overflow-y-auto rounded-lg border bg-popover text-popover-foreground shadow-soft',
  'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
);

const itemClasses = cn(
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none max-md:min-h-11',
  'data-[disabled]:opacity-55 data-[highlighted]:bg-muted [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground',
);

export function DropdownMenuContent({
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
          'max-h-(--radix-dropdown-menu-content-available-height) min-w-48 origin-(--radix-dropdown-menu-content-transform-origin) p-1',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

export function DropdownMenuItem({
  className,
  destructive,
  ...props
}: ComponentProps<typeof Radix.Item> & { destructive?: boolean }) {
  return (
    <Radix.Item
      className={cn(itemClasses, destructive && 'text-danger [&_svg]:text-danger', className)}
      {...props}
    />
  );
}

export function DropdownMenuRadioItem({ className, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem
      className={cn(
        itemClasses,
        'data-[state=checked]:font-medium data-[state=checked]:text-primary',
        className,
      )}
      {...props}
    />
  );
}

export function DropdownMenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <Radix.Group aria-labelledby={id}>
      <Radix.Label id={id} className="px-2.5 py-1.5 text-xs text-muted-foreground">
        {label}
      </Radix.Label>
      {children}
    </Radix.Group>
  );
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...props} />;
}
