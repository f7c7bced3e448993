import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { useFieldControl } from './field.tsx';
import { controlClasses } from './input.tsx';

export type SelectOption<V extends string = string> = { value: V; label: string; disabled?: boolean };

export type SelectProps = ComponentProps<'select'> & {
  options?: readonly SelectOption[];
  placeholder?: string;
};

/** A native select works best on phones, by keyboard and for screen readers. */
export function Select({ className, options, placeholder, children, ...props }: SelectProps) {
  const control = useFieldControl(props);
  return (
    <div className="relative">
      <select
        data-slot="select"
        className={cn(controlClasses, 'h-10 appearance-none truncate pr-9 max-md:h-11', className)}
        {...props}
        {...control}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground" />
    </div>
  );
}
