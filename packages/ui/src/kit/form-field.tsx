import { Slot } from 'radix-ui';
import type { ComponentProps, ReactElement } from 'react';
import {
  Controller,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  useFormContext,
} from 'react-hook-form';
import { RadioCards } from './choice-cards.tsx';
import { Field, FieldGroup, type FieldProps } from './field.tsx';
import { Input } from './input.tsx';

type FormFieldProps<Values extends FieldValues> = Omit<ComponentProps<typeof Input>, 'name' | 'children'> &
  Pick<FieldProps, 'label' | 'hint' | 'optional'> & {
    name: FieldPath<Values>;
    isNumber?: boolean;
    /** It is the control; the default is an input. */
    children?: ReactElement;
  };

/** It is registered in the form around it, and shows the field’s error. */
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

type FormCardsProps<Values extends FieldValues> = Pick<FieldProps, 'label' | 'hint'> & {
  name: FieldPath<Values>;
  options: readonly { id: string; label: string; hint?: string }[];
  columns?: 1 | 2 | 3;
  onChosen?: (id: string) => void;
};

/** The field offers a few choices, each of which may have an explanation. */
export function FormCards<Values extends FieldValues>({
  name,
  label,
  hint,
  options,
  columns = 2,
  onChosen,
}: FormCardsProps<Values>) {
  const { control } = useFormContext<Values>();
  const cards = options.map(({ id, label: title, hint: description }) => ({
    ...{ value: id, label: title },
    ...(description ? { description } : {}),
  }));
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <FieldGroup label={label} hint={hint} error={error?.message} single>
          <RadioCards
            columns={columns}
            options={cards}
            value={field.value}
            onChange={(id) => {
              onChosen?.(id);
              field.onChange(id);
            }}
          />
        </FieldGroup>
      )}
    />
  );
}
