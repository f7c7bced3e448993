import { KeyRound } from 'lucide-react';
import { useRef } from 'react';
import { errorMessage } from '../api.ts';
import { SecondCodeForm, type SecondCodeFormHandle } from '../auth/second-code-form.tsx';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { usePlatform } from '../platform.ts';
import { BrowserPasskey } from './browser-passkey.tsx';
import { useCanUsePasskeys, useProveByBrowser, useProveWithPasskey } from './passkey-data.ts';
import { useProveAgain, useSecondFactor } from './second-factor-data.ts';

/** By whichever second factor the member has. */
export function ProofForm({ onProven }: { onProven: () => void }) {
  const { data: factor } = useSecondFactor();
  const canUse = useCanUsePasskeys();
  const { desktop } = usePlatform();
  const hasPasskey = (canUse || desktop !== undefined) && (factor?.passkeys ?? 0) > 0;
  const Passkey = canUse ? PasskeyProof : BrowserProof;
  const hasApp = !factor || factor.addedAt !== null;
  return (
    <div className="grid grid-cols-1 gap-4">
      {hasPasskey && <Passkey onProven={onProven} isOnly={!hasApp} />}
      {(hasApp || !hasPasskey) && <CodeProof onProven={onProven} />}
    </div>
  );
}

type PasskeyProofProps = { onProven: () => void; isOnly: boolean };

const LABEL = 'Utiliser ma clé d’accès';

function PasskeyProof({ onProven, isOnly }: PasskeyProofProps) {
  const { mutate, isPending } = useProveWithPasskey();
  const prove = () =>
    mutate(undefined, {
      onSuccess: onProven,
      onError: (error) => toast.error('Erreur', { description: errorMessage(error) }),
    });
  return (
    <Button variant={isOnly ? 'default' : 'outline'} loading={isPending} onClick={prove}>
      <KeyRound aria-hidden strokeWidth={1.75} />
      {LABEL}
    </Button>
  );
}

/** In the desktop app. */
function BrowserProof({ onProven, isOnly }: PasskeyProofProps) {
  const prove = useProveByBrowser();
  return (
    <BrowserPasskey
      use="prove"
      variant={isOnly ? 'default' : 'outline'}
      onCode={async (code) => {
        await prove(code);
        onProven();
      }}
      onError={(error) => toast.error('Erreur', { description: errorMessage(error) })}
    >
      {LABEL}
    </BrowserPasskey>
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
