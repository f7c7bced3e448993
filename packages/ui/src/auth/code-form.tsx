import { CODE_LENGTH } from '@guilde/contracts/auth/rules.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { errorMessage, isRefusal } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { plural } from '../kit/format.ts';
import { Input } from '../kit/input.tsx';
import { toast } from '../kit/toast.ts';
import { AddressForm } from './address-form.tsx';
import { AuthCard } from './auth-card.tsx';
import type { AuthFormProps, AuthState } from './auth-state.ts';
import { toastSignInFailed } from './auth-toasts.ts';
import { useSendCode, useVerifyCode } from './data.ts';
import { SecondaryLink } from './secondary-link.tsx';
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
      description={`Nous t’envoyons un code à ${CODE_LENGTH} chiffres : aucun mot de passe à retenir.`}
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
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const verify = useVerifyCode();
  const goOn = useGoOn(linkTo);
  const complete = code.length === CODE_LENGTH;
  useEffect(() => input.current?.focus(), []);
  const check = (digits: string) =>
    verify.mutate(
      { email, code: digits },
      {
        onSuccess: goOn,
        onError: (error) => {
          codeFailed(error);
          setProblem(errorMessage(error));
          input.current?.focus();
          input.current?.select();
        },
      },
    );
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, CODE_LENGTH);
    setCode(digits);
    setProblem('');
    if (digits.length === CODE_LENGTH && digits !== code && !verify.isPending) check(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!complete) {
      setProblem(`Saisis les ${CODE_LENGTH} chiffres du code`);
      input.current?.focus();
    } else if (!verify.isPending) check(code);
  };
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
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <Field label={`Code à ${CODE_LENGTH} chiffres`} error={problem}>
          <Input
            ref={input}
            value={code}
            onChange={(event) => type(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="h-14 text-center font-title text-2xl tracking-[0.4em] tabular-nums max-md:h-14 md:text-2xl"
          />
        </Field>
        <SuspendedNote error={verify.error} />
        <Button type="submit" variant="hero" size="lg" loading={verify.isPending}>
          Se connecter
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <ResendCode email={email} />
          <SecondaryLink to={linkTo('code')}>Changer d’adresse</SecondaryLink>
        </div>
      </form>
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
