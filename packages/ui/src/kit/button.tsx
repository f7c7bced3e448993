import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { SpinnerIcon } from './spinner.tsx';

export const buttonClasses = cva(
  [
    'relative inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md leading-tight font-medium select-none',
    'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    '[&_svg]:pointer-events-none [&_svg]:shrink-0 [&_svg:not([class*=size-])]:size-4.5',
  ],
  {
    variants: {
      variant: {
        default:
          'bg-primary text-primary-foreground enabled:hover:bg-primary-hover [a&]:hover:bg-primary-hover',
        destructive:
          'bg-danger-solid text-danger-foreground enabled:hover:bg-danger-hover [a&]:hover:bg-danger-hover',
        outline: 'border border-input bg-card text-foreground enabled:hover:bg-muted [a&]:hover:bg-muted',
        secondary: 'bg-secondary text-secondary-foreground enabled:hover:bg-border [a&]:hover:bg-border',
        ghost: 'text-foreground enabled:hover:bg-sidebar-accent [a&]:hover:bg-sidebar-accent',
        link: 'text-primary underline decoration-primary/40 underline-offset-4 enabled:hover:decoration-current [a&]:hover:decoration-current',
        premium: 'bg-foreground text-background enabled:hover:bg-foreground/88 [a&]:hover:bg-foreground/88',
        hero: 'bg-primary font-semibold text-primary-foreground shadow-soft enabled:hover:bg-primary-hover [a&]:hover:bg-primary-hover',
        certified:
          'bg-gold font-semibold text-gold-foreground enabled:hover:bg-gold-hover [a&]:hover:bg-gold-hover',
      },
      size: {
        default: 'min-h-10 px-4 py-1.5 text-sm leading-tight max-md:min-h-11',
        sm: 'min-h-8.5 px-3 py-1 text-sm leading-tight max-md:min-h-11',
        lg: 'min-h-12 px-6 py-2 text-base leading-tight max-sm:px-4',
        icon: 'size-10 max-md:size-11',
      },
    },
    compoundVariants: [{ variant: 'link', class: 'min-h-0 px-0 py-0 max-md:min-h-6' }],
    defaultVariants: { variant: 'default', size: 'default' },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonClasses> & {
    asChild?: boolean;
    /** A loading button keeps its width, shows a spinner and ignores clicks. */
    loading?: boolean;
  };

export function Button({
  className,
  variant,
  size,
  asChild = false,
  loading = false,
  disabled,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(buttonClasses({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root data-slot="button" data-variant={variant ?? 'default'} className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      data-slot="button"
      data-variant={variant ?? 'default'}
      className={classes}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...props}
    >
      {loading && <SpinnerIcon />}
      <span className="contents">{children}</span>
    </button>
  );
}
