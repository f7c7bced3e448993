import { type ReactNode, useRef, useState } from 'react';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { CodeInputForm, type CodeInputFormHandle } from './code-input-form.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { useRemoveSecondFactor, useRenewRecoveryCodes } from './second-factor-data.ts';

export function RenewRecoveryCodes({ onDone }: { onDone: () => void }) {
  const renew = useRenewRecoveryCodes();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  return (
    <WithCode
      text="Tes anciens codes de secours ne serviront plus. Confirme avec le code de ton application."
      isPending={renew.isPending}
      send={async (code) => setCodes((await renew.mutateAsync(code)).codes)}
      button="Créer de nouveaux codes"
    />
  );
}

export function RemoveSecondFactor({ onDone }: { onDone: () => void }) {
  const remove = useRemoveSecondFactor();
  const send = async (code: string) => {
    await remove.mutateAsync(code);
    toast.success('Double vérification désactivée', { shownByPage: true });
    onDone();
  };
  return (
    <WithCode
      text="Ton mot de passe, ou un code par e-mail, suffira pour te connecter. Confirme avec le code de ton application."
      isPending={remove.isPending}
      send={send}
      button="Désactiver"
      destructive
    />
  );
}

function WithCode({
  text,
  isPending,
  send,
  button,
  destructive = false,
}: {
  text: ReactNode;
  isPending: boolean;
  send: (code: string) => Promise<unknown>;
  button: string;
  destructive?: boolean;
}) {
  const form = useRef<CodeInputFormHandle>(null);
  const submit = (code: string) =>
    void send(code).catch((error: unknown) => form.current?.refuse(errorMessage(error)));
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted-foreground">{text}</p>
      <CodeInputForm ref={form} sendsWhenComplete={!destructive} isPending={isPending} onCode={submit}>
        <Button type="submit" variant={destructive ? 'destructive' : 'default'} loading={isPending}>
          {button}
        </Button>
      </CodeInputForm>
    </div>
  );
}
