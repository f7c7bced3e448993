import { SPECIALTIES, SPECIALTIES_MAX, type Specialty } from '@guilde/contracts/profiles/rules.ts';
import { Controller, useFormContext } from 'react-hook-form';
import { CheckboxChips } from '../kit/chips.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { toOptions } from '../kit/options.ts';

/** The form around it has the field `specialties`. */
export function SpecialtiesField({ label, hint }: { label: string; hint?: string }) {
  const { control } = useFormContext<{ specialties?: Specialty[] }>();
  return (
    <Controller
      control={control}
      name="specialties"
      render={({ field: { value = [], onChange }, fieldState: { error } }) => (
        <FieldGroup
          label={label}
          optional
          aside={`${value.length}/${SPECIALTIES_MAX}`}
          hint={hint}
          error={error?.message}
        >
          <CheckboxChips
            options={toOptions(SPECIALTIES)}
            values={value}
            onChange={onChange}
            max={SPECIALTIES_MAX}
          />
        </FieldGroup>
      )}
    />
  );
}
