import { CODE_LENGTH } from '@guilde/contracts/auth/rules.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { errorMessage, isRefusal } from '../api.ts';
import { CodeInputForm, type CodeInputFormHandle } from '../credentials/code-input-form.tsx';
import { Button } from '../kit/button.tsx';
import { plural } from '../kit/format.ts';
import { toast } from '../kit/toast.ts';
import { SecondaryLink } from '../shell/secondary-link.tsx';
import { AddressForm } from './address-form.tsx';
import { AuthCard } from './auth-card.tsx';
import type { AuthFormProps, AuthState } from './auth-state.ts';
import { toastSignInFailed } from './auth-toasts.ts';
import { useSendCode, useVerifyCode } from './data.ts';
import { SuspendedNote } from './suspended-note.tsx';
import { RESEND_SECONDS, useCooldown } from './use-cooldown.ts';
import { useGoOn } from './use-go-on.ts';

/** The second stage is a history entry of its own, so that Back leads to the first. */
export function CodeForm(props: AuthFormProps) {
  const { codeFor } = (useLocation().state as AuthState | null) ?? {};
  return codeFor ? <CodeStage email={codeFor} linkTo={props.linkTo} /> : <AddressStage {...props} />;
}

function codeSent(): void {
  toast.success('Code envoyé !', { description: 'Regarde ta boîte de réception.' });
}

/** An unreadable answer gives no reason (docs/specification.md#accounts). */
function codeFailed(error: Error): void {
  if (!isRefusal(error, 'UNREADABLE')) toastSignInFailed(error, true);
  else toast.error('Erreur de connexion', { description: 'Erreur inconnue' });
}

function codeNotSent(error: Error): void {
  if (!isRefusal(error, 'CODE_UNKNOWN_EMAIL')) codeFailed(error);
  else toast.error("Oups ! Tu n'es pas encore membre.", { description: errorMessage(error) });
}

function AddressStage(props: AuthFormProps) {
  const navigate = useNavigate();
  const sendCode = useSendCode();
  const goOn = (email: string) => {
    codeSent();
    void navigate(props.linkTo('code'), { state: { codeFor: email } satisfies AuthState });
  };
  return (
    <AuthCard
      title="Connexion par code"
      description={`Nous t’envoyons un code à ${CODE_LENGTH} chiffres par e-mail.`}
    >
      <AddressForm
        {...props}
        request={sendCode}
        action="Recevoir le code"
        back="Se connecter avec un mot de passe"
        autoComplete="username"
        onSent={goOn}
        onFailed={codeNotSent}
      />
    </AuthCard>
  );
}

function CodeStage({ email, linkTo }: Pick<AuthFormProps, 'email' | 'linkTo'>) {
  const form = useRef<CodeInputFormHandle>(null);
  const verify = useVerifyCode();
  const goOn = useGoOn(linkTo);
  useEffect(() => form.current?.focus(), []);
  const check = (code: string) =>
    verify.mutate(
      { email, code },
      {
        onSuccess: goOn,
        onError: (error) => {
          codeFailed(error);
          form.current?.refuse(errorMessage(error));
        },
      },
    );
  return (
    <AuthCard
      title="Saisis ton code"
      description={
        <>
          Nous venons de l’envoyer à{' '}
          <strong className="font-medium wrap-anywhere text-foreground">{email}</strong>.
        </>
      }
    >
      <CodeInputForm ref={form} recovery={false} isPending={verify.isPending} onCode={check}>
        <SuspendedNote error={verify.error} />
        <Button type="submit" variant="hero" size="lg" loading={verify.isPending}>
          Se connecter
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <ResendCode email={email} />
          <SecondaryLink to={linkTo('code')}>Changer d’adresse</SecondaryLink>
        </div>
      </CodeInputForm>
    </AuthCard>
  );
}

function ResendCode({ email }: { email: string }) {
  const sendCode = useSendCode();
  const cooldown = useCooldown(RESEND_SECONDS, true);
  const send = () =>
    sendCode.mutate(email, {
      onSuccess: () => {
        cooldown.start();
        codeSent();
      },
      onError: codeNotSent,
    });
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-3"
      disabled={cooldown.left > 0}
      loading={sendCode.isPending}
      onClick={send}
    >
      {cooldown.left > 0 ? `Nouveau code dans ${plural(cooldown.left, 'seconde')}` : 'Renvoyer le code'}
    </Button>
  );
}
