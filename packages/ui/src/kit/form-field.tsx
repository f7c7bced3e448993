import { Slot } from 'radix-ui';
import type { ComponentProps, ReactElement } from 'react';
import { type FieldError, type FieldPath, type FieldValues, get, useFormContext } from 'react-hook-form';
import { Field, type FieldProps } from './field.tsx';
import { Input } from './input.tsx';

type FormFieldProps<Values extends FieldValues> = Omit<ComponentProps<typeof Input>, 'name' | 'children'> &
  Pick<FieldProps, 'label' | 'hint' | 'optional'> & {
    name: FieldPath<Values>;
    isNumber?: boolean;
    /** It is the control; the default is an input. */
    children?: ReactElement;
  };

/** A field of the form around it, with its error. */
export function FormField<Values extends FieldValues>({
  name,
  label,
  hint,
  optional = false,
  isNumber = false,
  children,
  ...input
}: FormFieldProps<Values>) {
  const { register, formState } = useFormContext<Values>();
  const control = isNumber ? register(name, { valueAsNumber: true }) : register(name);
  const error: FieldError | undefined = get(formState.errors, name);
  return (
    <Field label={label} hint={hint} optional={optional} error={error?.message}>
      {children ? (
        <Slot.Root {...control}>{children}</Slot.Root>
      ) : (
        <Input autoComplete="off" {...input} {...control} />
      )}
    </Field>
  );
}
