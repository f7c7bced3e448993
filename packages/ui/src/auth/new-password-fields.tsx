import { PASSWORD_MIN } from '@guilde/contracts/auth/rules.ts';
import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { cn } from '../kit/cn.ts';
import { Field } from '../kit/field.tsx';
import { PasswordInput } from '../kit/password-input.tsx';

type NewPassword = { password: string; confirmation: string };

/** A schema with both fields uses it: `.refine(isConfirmed, CONFIRMED)`. */
export function isConfirmed({ password, confirmation }: NewPassword): boolean {
  return password === confirmation;
}

export const CONFIRMED = {
  path: ['confirmation'],
  error: 'Les mots de passe ne correspondent pas',
  when: () => true,
};

const mixes = [/\p{L}/u, /\d/, /[^\p{L}\d\s]/u];

/** It needs a FormProvider. */
export function NewPasswordFields({ label }: { label: string }) {
  const { control, register, trigger, formState } = useFormContext<NewPassword>();
  const value = useWatch({ control, name: 'password' });
  const { errors, touchedFields } = formState;
  const compareAgain = () => void (touchedFields.confirmation && trigger('confirmation'));
  return (
    <>
      <Field
        label={label}
        error={errors.password?.message}
        hint={
          <span className="grid gap-0.5">
            <Hint done={value.length >= PASSWORD_MIN}>Minimum {PASSWORD_MIN} caractères</Hint>
            <Hint done={mixes.every((mix) => mix.test(value))}>Lettres, chiffres et symboles</Hint>
          </span>
        }
      >
        <PasswordInput autoComplete="new-password" {...register('password', { onChange: compareAgain })} />
      </Field>
      <Field label="Confirmation du mot de passe" error={errors.confirmation?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmation')} />
      </Field>
    </>
  );
}

function Hint({ done, children }: { done: boolean; children: ReactNode }) {
  const Icon = done ? Check : Circle;
  return (
    <span className={cn('flex items-center gap-2', done && 'text-success')}>
      <Icon strokeWidth={done ? 2.5 : undefined} className={done ? 'size-3.5' : 'size-3.5 opacity-60'} />
      <span className="contents">{children}</span>
      {done && <span className="sr-only">, c’est fait</span>}
    </span>
  );
}
