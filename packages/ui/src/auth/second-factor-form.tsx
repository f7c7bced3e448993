import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorMessage, isRefusal } from '../api.ts';
import { CodeInputForm, type CodeInputFormHandle } from '../credentials/code-input-form.tsx';
import { Button } from '../kit/button.tsx';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import { AuthCard } from './auth-card.tsx';
import type { AuthFormProps, AuthState } from './auth-state.ts';
import { toastSignInFailed, toastWelcome } from './auth-toasts.ts';
import { useGiveSecondFactor } from './data.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { SuspendedNote } from './suspended-note.tsx';

/** It does not navigate after a success: /auth redirects once the account is known. */
export function SecondFactorForm({ linkTo }: Pick<AuthFormProps, 'linkTo'>) {
  const navigate = useNavigate();
  const give = useGiveSecondFactor();
  const form = useRef<CodeInputFormHandle>(null);
  useEffect(() => form.current?.focus(), []);
  const submit = (code: string) =>
    give.mutate(code, {
      onSuccess: ({ profile }) => toastWelcome(profile?.firstName),
      onError: (error) => {
        if (isRefusal(error, 'SECOND_FACTOR_EXPIRED')) {
          const state: AuthState = { notice: { tone: 'warning', text: errorMessage(error) } };
          void navigate(linkTo(), { replace: true, state });
          return;
        }
        toastSignInFailed(error, true);
        form.current?.refuse(errorMessage(error));
      },
    });
  return (
    <AuthCard
      title="Double vérification"
      description="Ouvre ton application d’authentification et saisis le code qu’elle affiche pour Guilde."
    >
      <CodeInputForm ref={form} isPending={give.isPending} onCode={submit}>
        <SuspendedNote error={give.error} />
        <Button type="submit" variant="hero" size="lg" loading={give.isPending}>
          Se connecter
        </Button>
        <PasskeySignIn />
      </CodeInputForm>
      <SecondaryLink to={linkTo()} className="mt-2 w-full justify-center">
        Recommencer la connexion
      </SecondaryLink>
    </AuthCard>
  );
}
