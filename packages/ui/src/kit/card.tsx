import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

export type CardProps = ComponentProps<'div'> & {
  asChild?: boolean;
  interactive?: boolean;
  /** The colour of the left edge must also be said in words. */
  edge?: 'accent' | 'gold' | 'primary';
};

const edges = {
  accent: 'before:bg-accent',
  gold: 'before:bg-gold',
  primary: 'before:bg-primary',
};

export function Card({ className, asChild, interactive, edge, ...props }: CardProps) {
  const Element = asChild ? Slot.Root : 'div';
  return (
    <Element
      data-slot="card"
      data-edge={edge}
      className={cn(
        'relative rounded-lg border bg-card p-4 text-card-foreground md:p-5',
        interactive && 'transition-colors duration-150 hover:border-input',
        edge && 'overflow-hidden before:absolute before:inset-y-0 before:left-0 before:w-1',
        edge && edges[edge],
        className,
      )}
      {...props}
    />
  );
}

export function SectionHeader({
  title,
  titleProps,
  level = 2,
  className,
  children,
}: {
  title: ReactNode;
  /** It may be `focusTitleProps`, where buttons of the section disappear with their act. */
  titleProps?: ComponentProps<'h2'>;
  level?: 2 | 3;
  className?: string;
  children?: ReactNode;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={cn('mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2', className)}>
      <Heading {...titleProps} className="rounded-sm text-lg outline-offset-4">
        {title}
      </Heading>
      {children}
    </div>
  );
}
