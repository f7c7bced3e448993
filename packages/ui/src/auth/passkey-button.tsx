import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { isPasskeyStopped, stopWaitingForPasskey, useCanUsePasskeys } from '../account/passkey-data.ts';
import { Button } from '../kit/button.tsx';
import { toastSignInFailed, toastWelcome } from './auth-toasts.ts';
import { useSignInWithPasskey } from './data.ts';
import { SuspendedNote } from './suspended-note.tsx';

/** Nothing where there are no passkeys. `fromField`: the field for the e-mail offers them too. */
export function PasskeyButton({ fromField = false }: { fromField?: boolean }) {
  return useCanUsePasskeys() ? <SignInButton fromField={fromField} /> : null;
}

/** Does not navigate: /auth redirects once the account is known. */
function SignInButton({ fromField }: { fromField: boolean }) {
  const { mutateAsync, mutate, isPending, error } = useSignInWithPasskey();
  const wait = useEffectEvent(async () => {
    try {
      const { profile } = await mutateAsync(true);
      toastWelcome(profile?.firstName);
    } catch (error) {
      if (!isPasskeyStopped(error)) toastSignInFailed(error);
    }
  });
  useEffect(() => {
    if (!fromField) return;
    let isWaiting = false;
    let isOver = false;
    void canWaitInField().then((can) => {
      if (!can || isOver) return;
      isWaiting = true;
      return wait();
    });
    return () => {
      isOver = true;
      if (isWaiting) void stopWaitingForPasskey();
    };
  }, [fromField]);
  const signIn = () =>
    mutate(false, {
      onSuccess: ({ profile }) => toastWelcome(profile?.firstName),
      onError: (error) => toastSignInFailed(error),
    });
  return (
    <>
      <SuspendedNote error={error} />
      <Button variant="outline" size="lg" loading={isPending && !fromField} onClick={signIn}>
        <KeyRound aria-hidden strokeWidth={1.75} />
        Utiliser une clé d’accès
      </Button>
    </>
  );
}

async function canWaitInField(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
