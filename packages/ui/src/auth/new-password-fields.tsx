import { PASSWORD_MIN } from '@guilde/contracts/auth.ts';
import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { cn } from '../kit/cn.ts';
import { Field } from '../kit/field.tsx';
import { PasswordInput } from '../kit/password-input.tsx';

export const PASSWORDS_DIFFER = 'Les mots de passe ne correspondent pas';

const mixes = [/\p{L}/u, /\d/, /[^\p{L}\d\s]/u];

/** A new password and its confirmation, with what makes it good while one types. */
export function NewPasswordFields({
  label,
  value,
  password,
  confirmation,
  errors,
}: {
  label: string;
  /** The password typed so far. */
  value: string;
  password: UseFormRegisterReturn;
  confirmation: UseFormRegisterReturn;
  errors: { password?: string | undefined; confirmation?: string | undefined };
}) {
  return (
    <>
      <Field
        label={label}
        error={errors.password}
        hint={
          <span className="grid gap-0.5">
            <Hint done={value.length >= PASSWORD_MIN}>Minimum {PASSWORD_MIN} caractères</Hint>
            <Hint done={mixes.every((mix) => mix.test(value))}>Lettres, chiffres et symboles</Hint>
          </span>
        }
      >
        <PasswordInput autoComplete="new-password" {...password} />
      </Field>
      <Field label="Confirmation du mot de passe" error={errors.confirmation}>
        <PasswordInput autoComplete="new-password" {...confirmation} />
      </Field>
    </>
  );
}

function Hint({ done, children }: { done: boolean; children: ReactNode }) {
  const Icon = done ? Check : Circle;
  return (
    <span className={cn('flex items-center gap-2', done && 'text-success')}>
      <Icon
        aria-hidden
        strokeWidth={done ? 2.5 : 1.75}
        className={done ? 'size-3.5' : 'size-3.5 opacity-60'}
      />
      {children}
      {done && <span className="sr-only">, c’est fait</span>}
    </span>
  );
}
