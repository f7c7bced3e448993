import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { useGroupError } from './field.tsx';

export type ChipOption<V extends string> = { value: V; label: string };

/** Chips are 36 px high, with a touch target of 44 px on phones. */
const chipClasses =
  'relative inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border border-input bg-card px-3.5 text-sm font-medium whitespace-nowrap transition-colors duration-150 max-md:after:absolute max-md:after:-inset-y-1.25 max-md:after:inset-x-0';

const checkedClasses = 'border-primary bg-primary-soft text-primary-strong';

type ChipProps<V extends string> = {
  type: 'radio' | 'checkbox';
  name: string;
  option: ChipOption<V>;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
};

function Chip<V extends string>({ type, name, option, checked, disabled = false, onChange }: ChipProps<V>) {
  const errorId = useGroupError();
  return (
    <label
      data-slot="chip"
      className={cn(
        chipClasses,
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        checked ? checkedClasses : 'text-muted-foreground hover:bg-muted hover:text-foreground',
        disabled && 'cursor-not-allowed opacity-55 hover:bg-card',
      )}
    >
      <input
        type={type}
        name={name}
        value={option.value}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        aria-describedby={errorId}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-full outline-none"
      />
      <span>{option.label}</span>
    </label>
  );
}

/** Arrow keys move between native radio buttons. Without <FieldGroup single> `label` names the group. */
export function RadioChips<V extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  label?: string;
  options: readonly ChipOption<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  className?: string;
}) {
  const name = useId();
  const group = label ? { role: 'radiogroup', 'aria-label': label } : {};
  return (
    <div {...group} className={cn('flex gap-1.5', className)}>
      {options.map((option) => (
        <Chip
          key={option.value}
          type="radio"
          name={name}
          option={option}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        />
      ))}
    </div>
  );
}

/** The other chips are disabled at `max`. It needs a <FieldGroup>. */
export function CheckboxChips<V extends string>({
  options,
  values,
  onChange,
  max = Number.POSITIVE_INFINITY,
}: {
  options: readonly ChipOption<V>[];
  values: readonly V[];
  onChange: (values: V[]) => void;
  max?: number;
}) {
  const name = useId();
  const full = values.length >= max;
  return (
    <div className="flex flex-wrap gap-2">
      {options.map((option) => {
        const checked = values.includes(option.value);
        return (
          <Chip
            key={option.value}
            type="checkbox"
            name={name}
            option={option}
            checked={checked}
            disabled={full && !checked}
            onChange={() =>
              onChange(checked ? values.filter((value) => value !== option.value) : [...values, option.value])
            }
          />
        );
      })}
    </div>
  );
}

export function RemovableChip({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode;
  removeLabel: string;
  onRemove: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={removeLabel}
      className={cn(chipClasses, checkedClasses, 'max-w-full pr-2.5')}
      onClick={onRemove}
    >
      <span className="truncate">{children}</span>
      <X className="size-4 shrink-0" />
    </button>
  );
}
