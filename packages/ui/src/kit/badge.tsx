import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const badgeClasses = cva(
  'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        neutral: 'bg-secondary text-secondary-foreground',
        outline: 'border text-muted-foreground',
        primary: 'bg-primary-soft text-primary-strong',
        gold: 'bg-gold-soft text-gold-strong',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeClasses>;

/** Shows a category or specialty; use StateBadge for a status. */
export function Badge({ tone, className, ...props }: BadgeProps) {
  return <span data-slot="badge" className={cn(badgeClasses({ tone }), className)} {...props} />;
}
