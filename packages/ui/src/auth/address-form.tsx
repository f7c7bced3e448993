import { emailInput } from '@guilde/contracts/auth/input.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { UseMutationResult } from '@tanstack/react-query';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { showFieldErrors } from '../refusals.ts';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import type { AuthFormProps } from './auth-state.ts';

type AddressFormProps = AuthFormProps & {
  /** `action` and `back` are labels. */
  request: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending'>;
  action: string;
  back: string;
  autoComplete: 'email' | 'username';
  onSent: (email: string) => void;
  /** It gets the errors that the field does not show. */
  onFailed: (error: Error) => void;
};

export function AddressForm({
  email,
  onEmail,
  linkTo,
  request,
  onSent,
  onFailed,
  ...words
}: AddressFormProps) {
  const form = useForm({ defaultValues: { email }, resolver: zodResolver(emailInput) });
  const submit = form.handleSubmit((input) =>
    request.mutate(input.email, {
      onSuccess: () => onSent(input.email),
      onError: (error) => {
        if (!showFieldErrors(form, error, ['email'])) onFailed(error);
      },
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
      <Field label="E-mail" error={form.formState.errors.email?.message}>
        <Input
          type="email"
          autoComplete={words.autoComplete}
          inputMode="email"
          autoCapitalize="none"
          {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
        />
      </Field>
      <Button type="submit" variant="hero" size="lg" loading={request.isPending}>
        {words.action}
      </Button>
      <SecondaryLink to={linkTo()} className="justify-self-center">
        {words.back}
      </SecondaryLink>
    </form>
  );
}
