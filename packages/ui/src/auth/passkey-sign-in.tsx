import type { Account } from '@guilde/contracts/auth/rules.ts';
import { useEffect, useEffectEvent } from 'react';
import { PasskeyButton } from '../credentials/passkey-button.tsx';
import { isPasskeyStopped, stopWaitingForPasskey, useCanUsePasskeys } from '../credentials/passkey-data.ts';
import { toastSignInFailed, toastWelcome } from './auth-toasts.ts';
import { useSignInByBrowser, useSignInWithPasskey } from './data.ts';
import { SuspendedNote } from './suspended-note.tsx';

/** With `fromField` the field for the e-mail offers passkeys too. /auth redirects after the sign-in. */
export function PasskeySignIn({ fromField = false }: { fromField?: boolean }) {
  const canUse = useCanUsePasskeys();
  const byBrowser = useSignInByBrowser();
  const { mutateAsync, mutate, isPending, error } = useSignInWithPasskey();
  const wait = useEffectEvent(async () => {
    try {
      welcome(await mutateAsync(true));
    } catch (error) {
      if (!isPasskeyStopped(error)) toastSignInFailed(error);
    }
  });
  useEffect(() => {
    if (!fromField || !canUse) return;
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
  }, [fromField, canUse]);
  const onError = (failed: Error) => toastSignInFailed(failed);
  return (
    <>
      <SuspendedNote error={error ?? byBrowser.error} />
      <PasskeyButton
        use="sign-in"
        variant="outline"
        size="lg"
        isPending={isPending && !fromField}
        onPress={() => mutate(false, { onSuccess: welcome, onError })}
        onCode={async (code) => welcome(await byBrowser.mutateAsync(code))}
        onError={onError}
      >
        Utiliser une clé d’accès
      </PasskeyButton>
    </>
  );
}

function welcome({ profile }: Account): void {
  toastWelcome(profile?.firstName);
}

async function canWaitInField(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
