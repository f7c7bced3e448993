import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const badgeClasses = cva(
  'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        neutral: 'bg-secondary text-secondary-foreground',
        outline: 'border text-muted-foreground',
        primary: 'bg-primary-soft text-primary-strong',
        accent: 'bg-accent-soft text-accent-strong',
        gold: 'bg-gold-soft text-gold-strong',
        success: 'bg-success-soft text-success',
        warning: 'bg-warning-soft text-warning',
        danger: 'bg-danger-soft text-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeClasses>['tone']>;
export type BadgeProps = ComponentProps<'span'> & {
  tone?: BadgeTone;
  /** A dot before the text, for states. */
  dot?: boolean;
};

/** A word or two about a thing: status, category, « Urgent ». Never colour alone. */
export function Badge({ tone, dot, className, children, ...props }: BadgeProps) {
  return (
    <span data-slot="badge" className={cn(badgeClasses({ tone }), className)} {...props}>
      {dot && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}

/** A number that asks for attention. Nothing at zero. `label` says what is counted, for screen readers. */
export function CountBadge({
  count,
  label,
  cap = 99,
  className,
}: {
  count: number;
  label: string;
  cap?: number;
  className?: string;
}) {
  if (count <= 0) return null;
  return (
    <span
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-accent-foreground tabular-nums',
        className,
      )}
    >
      {count > cap ? `${cap}+` : count}
      <span className="sr-only"> {label}</span>
    </span>
  );
}
