import { useRef } from 'react';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { usePlatform } from '../platform.ts';
import { CodeInputForm, type CodeInputFormHandle } from './code-input-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useCanUsePasskeys, useProveWithPasskey } from './passkey-data.ts';
import { useProveAgain, useSecondFactor } from './second-factor-data.ts';

export function ProofForm({ onProven }: { onProven: () => void }) {
  const { data: factor } = useSecondFactor();
  const canUse = useCanUsePasskeys();
  const { desktop } = usePlatform();
  const hasPasskey = (canUse || desktop !== undefined) && (factor?.passkeys ?? 0) > 0;
  const hasApp = !factor || factor.addedAt !== null;
  return (
    <div className="grid grid-cols-1 gap-4">
      {hasPasskey && <PasskeyProof onProven={onProven} isOnly={!hasApp} />}
      {(hasApp || !hasPasskey) && <CodeProof onProven={onProven} />}
    </div>
  );
}

function PasskeyProof({ onProven, isOnly }: { onProven: () => void; isOnly: boolean }) {
  const { mutate, mutateAsync, isPending } = useProveWithPasskey();
  const onError = (error: Error) => toast.error('Erreur', { description: errorMessage(error) });
  return (
    <PasskeyButton
      use="prove"
      variant={isOnly ? 'default' : 'outline'}
      isPending={isPending}
      onPress={() => mutate(undefined, { onSuccess: onProven, onError })}
      onCode={async (code) => {
        await mutateAsync(code);
        onProven();
      }}
      onError={onError}
    >
      Utiliser ma clé d’accès
    </PasskeyButton>
  );
}

function CodeProof({ onProven }: { onProven: () => void }) {
  const prove = useProveAgain();
  const form = useRef<CodeInputFormHandle>(null);
  const submit = (code: string) =>
    prove.mutate(code, {
      onSuccess: onProven,
      onError: (error) => form.current?.refuse(errorMessage(error)),
    });
  return (
    <CodeInputForm ref={form} isPending={prove.isPending} onCode={submit}>
      <Button type="submit" loading={prove.isPending}>
        Confirmer
      </Button>
    </CodeInputForm>
  );
}
