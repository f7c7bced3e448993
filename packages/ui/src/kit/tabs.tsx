import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Tabs = Radix.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn('flex gap-1 overflow-x-auto border-b [scrollbar-width:none]', className)}
      {...props}
    />
  );
}

export function TabsTrigger(props: Omit<ComponentProps<typeof Radix.Trigger>, 'className'>) {
  return (
    <Radix.Trigger
      className={cn(
        'relative flex h-10 shrink-0 items-center gap-2 rounded-t-md px-3 text-sm font-medium text-muted-foreground max-md:h-11',
        'hover:text-foreground focus-visible:-outline-offset-2 data-[state=active]:text-foreground',
        'after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full data-[state=active]:after:bg-primary',
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-6', className)} {...props} />;
}
