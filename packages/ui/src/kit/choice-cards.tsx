import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { useGroupError } from './field.tsx';

export type ChoiceOption<V extends string> = {
  value: V;
  label: string;
  description?: ReactNode;
  icon?: ReactNode;
};

type CardsProps<V extends string> = {
  options: readonly ChoiceOption<V>[];
  /** The number applies to wide screens; phones have one column, or two with `dense`. */
  columns?: 1 | 2 | 3;
  dense?: boolean;
  disabled?: boolean;
  className?: string;
};

const columnClasses = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 md:grid-cols-3' };

const denseClasses = 'grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))]';

function gridClasses({
  columns = 2,
  dense,
  className,
}: Pick<CardsProps<string>, 'columns' | 'dense' | 'className'>) {
  return cn('grid gap-2', dense ? denseClasses : 'grid-cols-1', columnClasses[columns], className);
}

type RadioCardsProps<V extends string> = CardsProps<V> & {
  value: V | null | undefined;
  onChange: (value: V) => void;
  name?: string;
};

/** Uses native radio buttons, which arrow keys move between. It needs a <FieldGroup>. */
export function RadioCards<V extends string>({
  options,
  value,
  onChange,
  name,
  disabled,
  ...look
}: RadioCardsProps<V>) {
  const ownName = useId();
  return (
    <div className={gridClasses(look)}>
      {options.map((option) => (
        <ChoiceCard
          key={option.value}
          type="radio"
          name={name ?? ownName}
          option={option}
          checked={option.value === value}
          dense={look.dense ?? false}
          disabled={disabled ?? false}
          onChange={() => onChange(option.value)}
        />
      ))}
    </div>
  );
}

type CheckboxCardsProps<V extends string> = CardsProps<V> & {
  values: readonly V[];
  onChange: (values: V[]) => void;
  /** Once this many cards are chosen, the others are disabled. */
  max?: number;
};

/** The caller shows the count beside the legend (`aside` of <FieldGroup>). */
export function CheckboxCards<V extends string>({
  options,
  values,
  onChange,
  max = Number.POSITIVE_INFINITY,
  disabled,
  ...look
}: CheckboxCardsProps<V>) {
  const name = useId();
  const full = values.length >= max;
  return (
    <div className={gridClasses(look)}>
      {options.map((option) => {
        const checked = values.includes(option.value);
        return (
          <ChoiceCard
            key={option.value}
            type="checkbox"
            name={name}
            option={option}
            checked={checked}
            dense={look.dense ?? false}
            disabled={disabled || (full && !checked)}
            onChange={() =>
              onChange(checked ? values.filter((value) => value !== option.value) : [...values, option.value])
            }
          />
        );
      })}
    </div>
  );
}

type ChoiceCardProps = {
  type: 'radio' | 'checkbox';
  name: string;
  option: ChoiceOption<string>;
  checked: boolean;
  /** Phones have two columns, where the text needs the room of the icons. */
  dense: boolean;
  disabled: boolean;
  onChange: () => void;
};

function ChoiceCard({ type, name, option, checked, dense, disabled, onChange }: ChoiceCardProps) {
  const errorId = useGroupError();
  return (
    <label
      data-slot="choice-card"
      className={cn(
        '@container relative flex min-h-12 items-center gap-3 rounded-lg border border-input bg-card px-4 py-2.5 text-sm transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        checked
          ? 'border-primary bg-primary-soft ring-1 ring-primary'
          : 'hover:border-muted-foreground hover:bg-muted',
        dense && 'gap-2 px-3',
        disabled && 'cursor-not-allowed bg-muted text-muted-foreground',
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
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-lg outline-none"
      />
      {option.icon && (
        <span
          aria-hidden
          className={cn(
            '@max-[10rem]:hidden [&_svg]:size-5',
            checked ? 'text-primary-strong' : 'text-muted-foreground',
            dense && 'max-sm:hidden',
          )}
        >
          {option.icon}
        </span>
      )}
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-medium max-sm:wrap-anywhere max-sm:hyphens-auto">{option.label}</span>
        {option.description && <span className="text-muted-foreground">{option.description}</span>}
      </span>
      <Check
        strokeWidth={2.5}
        className={cn(
          'size-4 shrink-0 text-primary-strong @max-[10rem]:absolute @max-[10rem]:top-1 @max-[10rem]:right-1',
          !checked && 'invisible',
        )}
      />
    </label>
  );
}
