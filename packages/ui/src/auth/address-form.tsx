import { emailProblem, plainAddress } from '@guilde/contracts/email-address.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { EmailInput } from '../kit/email-input.tsx';
import { Field } from '../kit/field.tsx';
import { focusAfterError } from '../kit/focus-after-error.ts';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import type { AuthFormProps } from './auth-state.ts';

type AddressFormProps = AuthFormProps & {
  /** `action` and `back` are labels. */
  request: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending'>;
  action: string;
  back: string;
  autoComplete: 'email' | 'username';
  onSent: (email: string) => void;
  /** This is called with errors that the field does not show. */
  onFailed: (error: Error) => void;
};

/** Like the sign-in it works without the library of the longer forms, for which a visitor would wait. */
export function AddressForm({
  email,
  onEmail,
  linkTo,
  request,
  onSent,
  onFailed,
  ...words
}: AddressFormProps) {
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const refuse = (text: string) => {
    setProblem(text);
    focusAfterError(() => field.current?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const invalid = emailProblem(email);
    if (invalid) return refuse(invalid);
    const address = plainAddress(email);
    request.mutate(address, {
      onSuccess: () => onSent(address),
      onError: (error) => {
        const refused = error instanceof ApiError && error.fields.email;
        if (refused) refuse(refused);
        else onFailed(error);
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field label="E-mail" error={problem}>
        <EmailInput
          ref={field}
          name="email"
          autoComplete={words.autoComplete}
          value={email}
          onChange={(event) => {
            setProblem('');
            onEmail(event.target.value);
          }}
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
