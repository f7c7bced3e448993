import { useFormContext } from 'react-hook-form';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';

/** It needs a form with a field `siren`. */
export function SirenField() {
  const { register, formState } = useFormContext<{ siren: string }>();
  return (
    <Field
      label="SIREN"
      error={formState.errors.siren?.message}
      hint="Les 9 chiffres de ton entreprise. Seule l’équipe les voit."
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        placeholder="123 456 789"
        {...register('siren')}
      />
    </Field>
  );
}
