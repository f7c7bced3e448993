import { KeyRound } from 'lucide-react';
import { useRef } from 'react';
import { errorMessage } from '../api.ts';
import { SecondCodeForm, type SecondCodeFormHandle } from '../auth/second-code-form.tsx';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { useCanUsePasskeys, useProveWithPasskey } from './passkey-data.ts';
import { useProveAgain, useSecondFactor } from './second-factor-data.ts';

/** By whichever second factor the member has. */
export function ProofForm({ onProven }: { onProven: () => void }) {
  const { data: factor } = useSecondFactor();
  const hasPasskey = useCanUsePasskeys() && (factor?.passkeys ?? 0) > 0;
  const hasApp = !factor || factor.addedAt !== null;
  return (
    <div className="grid grid-cols-1 gap-4">
      {hasPasskey && <PasskeyProof onProven={onProven} isOnly={!hasApp} />}
      {(hasApp || !hasPasskey) && <CodeProof onProven={onProven} />}
    </div>
  );
}

function PasskeyProof({ onProven, isOnly }: { onProven: () => void; isOnly: boolean }) {
  const { mutate, isPending } = useProveWithPasskey();
  const prove = () =>
    mutate(undefined, {
      onSuccess: onProven,
      onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
    });
  return (
    <Button variant={isOnly ? 'default' : 'outline'} loading={isPending} onClick={prove}>
      <KeyRound aria-hidden strokeWidth={1.75} />
      Utiliser ma clé d’accès
    </Button>
  );
}

function CodeProof({ onProven }: { onProven: () => void }) {
  const prove = useProveAgain();
  const form = useRef<SecondCodeFormHandle>(null);
  const submit = (code: string) =>
    prove.mutate(code, {
      onSuccess: onProven,
      onError: (error) => form.current?.refuse(errorMessage(error)),
    });
  return (
    <SecondCodeForm ref={form} isPending={prove.isPending} onCode={submit}>
      <Button type="submit" loading={prove.isPending}>
        Confirmer
      </Button>
    </SecondCodeForm>
  );
}
