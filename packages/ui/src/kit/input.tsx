import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { useFieldControl } from './field.tsx';

export const controlClasses = cn(
  'w-full min-w-0 rounded-md border border-input bg-card px-3 text-base text-foreground md:text-sm',
  'transition-colors duration-150 hover:border-muted-foreground',
  'focus-visible:border-ring focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-ring',
  'disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
);

/** The text is 16 px below 768 px, because iOS zooms in on smaller text. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  const control = useFieldControl(props);
  return (
    <input
      data-slot="input"
      className={cn(controlClasses, 'h-10 max-md:h-11', className)}
      {...props}
      {...control}
    />
  );
}
