import { emailProblem, plainAddress } from '@guilde/contracts/email-address.ts';
import { Mail } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, errorMessage, isRefusal } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { EmailInput } from '../kit/email-input.tsx';
import { Field, RequiredFields } from '../kit/field.tsx';
import { focusAfterError } from '../kit/focus-after-error.ts';
import { PasswordInput } from '../kit/password-input.tsx';
import { Note } from '../kit/states.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import { AuthCard } from './auth-card.tsx';
import type { AuthFormProps } from './auth-state.ts';
import { toastSignInFailed } from './auth-toasts.ts';
import { useSignIn } from './data.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { SuspendedNote } from './suspended-note.tsx';
import { useGoOn } from './use-go-on.ts';

type Problems = Partial<Record<'email' | 'password', string | undefined>>;

/** It does not navigate: /auth redirects once the account is known. */
export function SignInForm({ email, onEmail, linkTo }: AuthFormProps) {
  const signIn = useSignIn();
  const goOn = useGoOn(linkTo);
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const ready = emailProblem(email) === '' && password !== '';
  const refuse = (refused: Problems) => {
    setProblems(refused);
    const field = refused.email ? emailField : passwordField;
    focusAfterError(() => {
      field.current?.focus();
      field.current?.select();
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { email: plainAddress(email), password };
    signIn.mutate(input, {
      onSuccess: goOn,
      onError: (error) => {
        const refused: Problems = error instanceof ApiError ? error.fields : {};
        if (refused.email || refused.password) return refuse(refused);
        const isWrong = isRefusal(error, 'CREDENTIALS_INVALID');
        toastSignInFailed(error, isWrong);
        if (isWrong) refuse({ password: errorMessage(error) });
      },
    });
  };
  return (
    <AuthCard title="Connexion" description="Accède à la communauté.">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <RequiredFields>
          <Field label="E-mail" error={problems.email}>
            <EmailInput
              ref={emailField}
              name="email"
              autoComplete="username webauthn"
              value={email}
              onChange={(event) => {
                setProblems({ password: problems.password });
                onEmail(event.target.value);
              }}
            />
          </Field>
          <Field label="Mot de passe" error={problems.password}>
            <PasswordInput
              ref={passwordField}
              name="password"
              value={password}
              onChange={(event) => {
                setProblems({ email: problems.email });
                setPassword(event.target.value);
              }}
            />
          </Field>
          <SecondaryLink to={linkTo('reset')} className="-mt-2 justify-self-end">
            Mot de passe oublié ?
          </SecondaryLink>
          <SuspendedNote error={signIn.error} />
          <UnconfirmedNote email={email} error={signIn.error} />
          <Button type="submit" variant="hero" size="lg" disabled={!ready} loading={signIn.isPending}>
            Se connecter
          </Button>
          <Button asChild variant="outline" size="lg">
            <Link to={linkTo('code')}>
              <Mail />
              Recevoir un code par e-mail
            </Link>
          </Button>
          <PasskeySignIn fromField />
        </RequiredFields>
      </form>
    </AuthCard>
  );
}

function UnconfirmedNote({ email, error }: { email: string; error: Error | null }) {
  if (!isRefusal(error, 'EMAIL_NOT_CONFIRMED')) return null;
  return (
    <Note tone="warning">
      <p className="mb-2">Le lien de confirmation est dans ta boîte de réception. Tu ne le trouves pas ?</p>
      <ResendConfirmation email={email} />
    </Note>
  );
}
