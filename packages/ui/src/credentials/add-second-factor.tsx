import type { SecondFactorSetup } from '@guilde/contracts/auth/rules.ts';
import { Suspense, useRef, useState } from 'react';
import { errorMessage, isRefusal } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { toast } from '../kit/toast.ts';
import { usePlatform } from '../platform.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { CodeInputForm, type CodeInputFormHandle } from './code-input-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { useAddSecondFactor, useSetUpSecondFactor } from './second-factor-data.ts';

const QrCode = lazyPart(
  async () => (await import('./qr-code.tsx')).QrCode,
  'L’image n’a pas pu être chargée',
);

/** The steps are the password, the key with a first code, and the recovery codes. */
export function AddSecondFactor({ onDone }: { onDone: () => void }) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  if (setup) return <KeyStage setup={setup} onCodes={setCodes} onExpired={() => setSetup(null)} />;
  return <PasswordStage onSetup={setSetup} />;
}

function PasswordStage({ onSetup }: { onSetup: (setup: SecondFactorSetup) => void }) {
  const { mutateAsync, isPending } = useSetUpSecondFactor();
  const send = async (password: string) => onSetup(await mutateAsync(password));
  return <PasswordForm isPending={isPending} send={send} failed="Erreur" />;
}

type KeyStageProps = {
  setup: SecondFactorSetup;
  onCodes: (codes: string[]) => void;
  onExpired: () => void;
};

function KeyStage({ setup: { secret, address }, onCodes, onExpired }: KeyStageProps) {
  const platform = usePlatform();
  const add = useAddSecondFactor();
  const form = useRef<CodeInputFormHandle>(null);
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
      <div className="grid gap-1.5 rounded-lg border border-input bg-muted px-4 py-3 text-sm">
        <p className="text-muted-foreground">Sur ce téléphone, ou sans appareil photo, saisis cette clé :</p>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <code className="max-w-[20ch] font-mono wrap-anywhere">
            {(secret.match(/.{4}/g) ?? []).join(' ')}
          </code>
          <CopyButton copy={() => platform.copyText(secret)} />
        </div>
      </div>
      <CodeInputForm ref={form} recovery={false} isPending={add.isPending} onCode={submit}>
        <Button type="submit" loading={add.isPending}>
          Activer
        </Button>
      </CodeInputForm>
    </div>
  );
}
