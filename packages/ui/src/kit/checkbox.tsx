import { Check, Minus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; description?: ReactNode };

const boxClasses = cn(
  'peer size-5 shrink-0 appearance-none border border-input bg-card transition-colors duration-150',
  'checked:border-primary checked:bg-primary hover:border-muted-foreground checked:hover:border-primary',
  'indeterminate:border-primary indeterminate:bg-primary indeterminate:hover:border-primary',
  'disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-danger',
);

function ChoiceText({
  label,
  description,
  descriptionId,
  labelId,
}: Pick<ChoiceProps, 'label' | 'description'> & { descriptionId: string; labelId: string }) {
  return (
    <span className="grid gap-0.5 text-sm">
      <span id={labelId} className="font-medium">
        {label}
      </span>
      {description && (
        <span id={descriptionId} className="text-muted-foreground">
          {description}
        </span>
      )}
    </span>
  );
}

export function Checkbox({ label, description, className, ...props }: ChoiceProps) {
  const id = useId();
  // The description inside the label would be read as a part of the name, and again after it.
  const described = description
    ? { 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-description` }
    : {};
  return (
    <label className={cn('flex min-h-6 items-start gap-3 max-md:min-h-11 max-md:py-2.5', className)}>
      <span className="relative flex">
        <input type="checkbox" {...described} {...props} className={cn(boxClasses, 'rounded-sm')} />
        <Check
          strokeWidth={3}
          className="pointer-events-none absolute inset-0.5 size-4 text-primary-foreground opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0"
        />
        <Minus
          strokeWidth={3}
          className="pointer-events-none absolute inset-0.5 size-4 text-primary-foreground opacity-0 peer-indeterminate:opacity-100"
        />
      </span>
      <ChoiceText
        label={label}
        description={description}
        labelId={`${id}-label`}
        descriptionId={`${id}-description`}
      />
    </label>
  );
}

export type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
  className?: string;
};

/** A switch takes effect at once, as in settings; forms use Checkbox. */
export function Switch({ checked, onChange, label, description, disabled, className }: SwitchProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={cn('flex min-h-6 items-start gap-3 max-md:min-h-11 max-md:py-2.5', className)}
    >
      <SwitchTrack
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={description ? `${id}-description` : undefined}
        disabled={disabled}
        checked={checked}
        onChange={onChange}
      />
      <ChoiceText
        label={label}
        description={description}
        labelId={`${id}-label`}
        descriptionId={`${id}-description`}
      />
    </label>
  );
}

type SwitchTrackProps = Omit<ComponentProps<'button'>, 'onChange' | 'className'> &
  Pick<SwitchProps, 'checked' | 'onChange'>;

/** The caller names it, and puts a label around it that is large enough for a finger. */
export function SwitchTrack({ checked, onChange, ...props }: SwitchTrackProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
      className={cn(
        'relative h-5 w-9 shrink-0 rounded-full border transition-colors duration-150 disabled:opacity-55',
        checked ? 'border-primary bg-primary' : 'border-input bg-muted',
      )}
      {...props}
    >
      <span
        aria-hidden
        className={cn(
          'absolute top-[3px] left-[3px] size-3 rounded-full transition-transform duration-150',
          checked ? 'translate-x-4 bg-primary-foreground' : 'bg-muted-foreground',
        )}
      />
    </button>
  );
}
