import { passwordInput } from '@guilde/contracts/auth/input.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { errorMessage } from '../api.ts';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { PasswordInput } from '../kit/password-input.tsx';
import { toast } from '../kit/toast.ts';
import { showFieldErrors } from '../refusals.ts';

type PasswordFormProps = {
  isPending: boolean;
  send: (password: string) => Promise<unknown>;
  /** It is the title of the toast for what the field does not show. */
  failed: string;
  /** Further fields of the form stand above the password. */
  children?: ReactNode;
};

export function PasswordForm({ isPending, send, failed, children }: PasswordFormProps) {
  const form = useForm({ defaultValues: { password: '' }, resolver: zodResolver(passwordInput) });
  const submit = form.handleSubmit(({ password }) =>
    send(password).catch((error: unknown) => {
      if (!showFieldErrors(form, error, ['password'], { PASSWORD_WRONG: 'password' }))
        toast.error(failed, { description: errorMessage(error) });
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
      {children}
      <Field label="Ton mot de passe" error={form.formState.errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Button type="submit" loading={isPending}>
        Continuer
      </Button>
    </form>
  );
}
