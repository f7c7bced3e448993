import { SPECIALTIES_MAX, type Specialty } from '@guilde/contracts/profiles/rules.ts';
import { CheckboxCards } from '../kit/choice-cards.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { specialtyGroups } from './choices.tsx';

export function SpecialtyPicker({
  label,
  hint,
  error,
  values,
  onChange,
  disabled = false,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  values: readonly Specialty[];
  onChange: (values: Specialty[]) => void;
  disabled?: boolean;
}) {
  return (
    <FieldGroup
      label={label}
      hint={hint}
      error={error}
      aside={
        <span aria-live="polite" className="tabular-nums">
          <span>{`${values.length}/${SPECIALTIES_MAX}`}</span>
          <span className="sr-only"> choisies</span>
        </span>
      }
    >
      <div className="grid gap-5 pt-1">
        {specialtyGroups.map(({ group, choices }) => {
          const own = choices.map(({ value }) => value);
          const others = values.filter((value) => !own.includes(value));
          return (
            <FieldGroup key={group} label={<span className="text-muted-foreground">{group}</span>}>
              <CheckboxCards
                options={choices}
                values={values.filter((value) => own.includes(value))}
                onChange={(chosen) => onChange([...others, ...chosen])}
                max={SPECIALTIES_MAX - others.length}
                disabled={disabled}
                columns={3}
                dense
              />
            </FieldGroup>
          );
        })}
      </div>
    </FieldGroup>
  );
}
