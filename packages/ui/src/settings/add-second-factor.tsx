import { passwordInput } from '@guilde/contracts/auth/input.ts';
import type { SecondFactorSetup } from '@guilde/contracts/auth/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Suspense, useRef, useState } from 'react';
import { useAddSecondFactor, useSetUpSecondFactor } from '../account/second-factor-data.ts';
import { errorMessage, isRefusal } from '../api.ts';
import { SecondCodeForm, type SecondCodeFormHandle } from '../auth/second-code-form.tsx';
import { useForm } from '../form.ts';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Field } from '../kit/field.tsx';
import { PasswordInput } from '../kit/password-input.tsx';
import { toast } from '../kit/toast.ts';
import { usePlatform } from '../platform.ts';
import { showFieldErrors } from '../refusals.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

const QrCode = lazyPart(
  async () => (await import('./qr-code.tsx')).QrCode,
  'L’image n’a pas pu être chargée',
);

/** Password, then the key with a first code, then the recovery codes. */
export function AddSecondFactor({ onDone }: { onDone: () => void }) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  if (setup) return <KeyStage setup={setup} onCodes={setCodes} onExpired={() => setSetup(null)} />;
  return <PasswordStage onSetup={setSetup} />;
}

function PasswordStage({ onSetup }: { onSetup: (setup: SecondFactorSetup) => void }) {
  const setUp = useSetUpSecondFactor();
  const form = useForm({ defaultValues: { password: '' }, resolver: zodResolver(passwordInput) });
  const submit = form.handleSubmit(({ password }) =>
    setUp.mutate(password, {
      onSuccess: onSetup,
      onError: (error) => {
        if (isRefusal(error, 'PASSWORD_WRONG'))
          form.setError('password', { type: 'server', message: errorMessage(error) }, { shouldFocus: true });
        else if (!showFieldErrors(form, error, ['password']))
          toast.error('Erreur', { description: errorMessage(error) });
      },
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
      <Field label="Ton mot de passe" error={form.formState.errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Button type="submit" loading={setUp.isPending}>
        Continuer
      </Button>
    </form>
  );
}

type KeyStageProps = {
  setup: SecondFactorSetup;
  onCodes: (codes: string[]) => void;
  onExpired: () => void;
};

function KeyStage({ setup: { secret, address }, onCodes, onExpired }: KeyStageProps) {
  const platform = usePlatform();
  const add = useAddSecondFactor();
  const form = useRef<SecondCodeFormHandle>(null);
  const submit = (code: string) =>
    add.mutate(code, {
      onSuccess: ({ codes }) => onCodes(codes),
      onError: (error) => {
        if (!isRefusal(error, 'SECOND_FACTOR_SETUP_EXPIRED')) {
          form.current?.refuse(errorMessage(error));
          return;
        }
        toast.error('Erreur', { description: errorMessage(error) });
        onExpired();
      },
    });
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted-foreground">
        Scanne cette image avec ton application, puis saisis le code qu’elle affiche.
      </p>
      <Suspense fallback={<div className="mx-auto size-52" />}>
        <QrCode text={address} label="Code QR à scanner avec ton application d’authentification" />
      </Suspense>
      <div className="grid gap-1.5 rounded-lg bg-muted px-4 py-3 text-sm">
        <p className="text-muted-foreground">Sur ce téléphone, ou sans appareil photo, saisis cette clé :</p>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <code className="max-w-[20ch] font-mono wrap-anywhere">
            {(secret.match(/.{4}/g) ?? []).join(' ')}
          </code>
          <CopyButton copy={() => platform.copyText(secret)} />
        </div>
      </div>
      <SecondCodeForm ref={form} recovery={false} isPending={add.isPending} onCode={submit}>
        <Button type="submit" loading={add.isPending}>
          Activer
        </Button>
      </SecondCodeForm>
    </div>
  );
}
