import { ChevronDown } from 'lucide-react';
import { Accordion as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/** Each item’s `value` is also its `id`, so that an address can link to it. Its title is an h2. */
export function Accordion({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root className={cn('divide-y rounded-lg border bg-card', className)} {...props} />;
}

export function AccordionItem({
  value,
  title,
  children,
}: {
  value: string;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <Radix.Item value={value} id={value} className="scroll-mt-20">
      <Radix.Header asChild>
        <h2>
          <Radix.Trigger className="group flex min-h-12 w-full items-center justify-between gap-4 rounded-lg px-4 py-3 text-left font-sans text-base font-medium tracking-normal hover:bg-muted/60 focus-visible:-outline-offset-2 md:px-5">
            <span>{title}</span>
            <ChevronDown className="size-5 shrink-0 text-muted-foreground transition-transform duration-200 group-data-[state=open]:rotate-180" />
          </Radix.Trigger>
        </h2>
      </Radix.Header>
      <Radix.Content className="px-4 pb-5 text-muted-foreground data-[state=open]:animate-fade-in md:px-5">
        {children}
      </Radix.Content>
    </Radix.Item>
  );
}
