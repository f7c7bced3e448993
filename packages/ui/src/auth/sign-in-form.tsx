import { signInInput } from '@guilde/contracts/auth/input.ts';
import { EMAIL_PATTERN } from '@guilde/contracts/validation.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Mail } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { errorMessage, isRefusal } from '../api.ts';
import { focusAfterError, useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Input } from '../kit/input.tsx';
import { PasswordInput } from '../kit/password-input.tsx';
import { Note } from '../kit/states.tsx';
import { showFieldErrors } from '../refusals.ts';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import { AuthCard } from './auth-card.tsx';
import type { AuthFormProps } from './auth-state.ts';
import { toastSignInFailed } from './auth-toasts.ts';
import { useSignIn } from './data.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { SuspendedNote } from './suspended-note.tsx';
import { useGoOn } from './use-go-on.ts';

/** It does not navigate: /auth redirects once the account is known. */
export function SignInForm({ email, onEmail, linkTo }: AuthFormProps) {
  const signIn = useSignIn();
  const goOn = useGoOn(linkTo);
  const form = useForm({ defaultValues: { email, password: '' }, resolver: zodResolver(signInInput) });
  const [typedEmail, typedPassword] = useWatch({ control: form.control, name: ['email', 'password'] });
  const { errors } = form.formState;
  const ready = EMAIL_PATTERN.test(typedEmail.trim()) && typedPassword !== '';
  const submit = form.handleSubmit((input) =>
    signIn.mutate(input, {
      onSuccess: goOn,
      onError: (error) => {
        if (showFieldErrors(form, error, ['email', 'password'])) return;
        const isWrong = isRefusal(error, 'CREDENTIALS_INVALID');
        toastSignInFailed(error, isWrong);
        if (isWrong) {
          form.setError('password', { type: 'server', message: errorMessage(error) });
          focusAfterError(() => form.setFocus('password', { shouldSelect: true }));
        }
      },
    }),
  );
  return (
    <AuthCard title="Connexion" description="Accède à la communauté.">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
        <Field label="E-mail" error={errors.email?.message}>
          <Input
            type="email"
            autoComplete="username webauthn"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
          />
        </Field>
        <Field label="Mot de passe" error={errors.password?.message}>
          <PasswordInput {...form.register('password')} />
        </Field>
        <SecondaryLink to={linkTo('reset')} className="-mt-2 justify-self-end">
          Mot de passe oublié ?
        </SecondaryLink>
        <SuspendedNote error={signIn.error} />
        {isRefusal(signIn.error, 'EMAIL_NOT_CONFIRMED') && (
          <Note tone="warning">
            <p className="mb-2">
              Le lien de confirmation est dans ta boîte de réception. Tu ne le trouves pas ?
            </p>
            <ResendConfirmation email={typedEmail} />
          </Note>
        )}
        <Button type="submit" variant="hero" size="lg" disabled={!ready} loading={signIn.isPending}>
          Se connecter
        </Button>
        <Button asChild variant="outline" size="lg">
          <Link to={linkTo('code')}>
            <Mail aria-hidden strokeWidth={1.75} />
            Recevoir un code par e-mail
          </Link>
        </Button>
        <PasskeySignIn fromField />
      </form>
    </AuthCard>
  );
}
