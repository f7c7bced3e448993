import type { DropdownMenu as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { loadedParts, Overlay, type OverlayProps, OverlayTrigger, useOverlayParts } from './overlays.tsx';

/** A modal menu would hide the page from screen readers while Tab still reaches its links. */
export function DropdownMenu(props: OverlayProps) {
  return <Overlay kind="DropdownMenu" modal={false} {...props} />;
}

export function DropdownMenuTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <OverlayTrigger kind="DropdownMenu" {...props} />;
}

export function DropdownMenuRadioGroup(props: ComponentProps<typeof Radix.RadioGroup>) {
  const { RadioGroup } = loadedParts().DropdownMenu;
  return <RadioGroup {...props} />;
}

export const floatingClasses = cn(
  'z-50 overflow-y-auto rounded-lg border bg-popover text-popover-foreground shadow-soft',
  'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
);

const itemClasses = cn(
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none max-md:min-h-11',
  'data-[disabled]:opacity-55 data-[highlighted]:bg-muted [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground',
);

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  const Menu = useOverlayParts()?.DropdownMenu;
  if (!Menu) return null;
  return (
    <Menu.Portal>
      <Menu.Content
        sideOffset={6}
        collisionPadding={12}
        className={cn(
          floatingClasses,
          'max-h-(--radix-dropdown-menu-content-available-height) min-w-48 origin-(--radix-dropdown-menu-content-transform-origin) p-1',
          className,
        )}
        {...props}
      />
    </Menu.Portal>
  );
}

export function DropdownMenuItem({
  className,
  destructive,
  ...props
}: ComponentProps<typeof Radix.Item> & { destructive?: boolean }) {
  const { Item } = loadedParts().DropdownMenu;
  return (
    <Item
      className={cn(itemClasses, destructive && 'text-danger [&_svg]:text-danger', className)}
      {...props}
    />
  );
}

export function DropdownMenuRadioItem(props: Omit<ComponentProps<typeof Radix.RadioItem>, 'className'>) {
  const { RadioItem } = loadedParts().DropdownMenu;
  const classes = cn(itemClasses, 'data-[state=checked]:font-medium data-[state=checked]:text-primary');
  return <RadioItem className={classes} {...props} />;
}

export function DropdownMenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const { Group, Label } = loadedParts().DropdownMenu;
  const id = useId();
  return (
    <Group aria-labelledby={id}>
      <Label id={id} className="px-2.5 py-1.5 text-xs text-muted-foreground">
        {label}
      </Label>
      {children}
    </Group>
  );
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  const { Separator } = loadedParts().DropdownMenu;
  return <Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...props} />;
}
