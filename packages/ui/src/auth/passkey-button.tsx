import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { BrowserPasskey } from '../account/browser-passkey.tsx';
import { isPasskeyStopped, stopWaitingForPasskey, useCanUsePasskeys } from '../account/passkey-data.ts';
import { Button } from '../kit/button.tsx';
import type { BrowserCode } from '../platform.ts';
import { toastSignInFailed, toastWelcome } from './auth-toasts.ts';
import { useSignInByBrowser, useSignInWithPasskey } from './data.ts';
import { SuspendedNote } from './suspended-note.tsx';

const LABEL = 'Utiliser une clé d’accès';

/** Nothing where there are no passkeys. `fromField`: the field for the e-mail offers them too. */
export function PasskeyButton({ fromField = false }: { fromField?: boolean }) {
  return useCanUsePasskeys() ? <SignInButton fromField={fromField} /> : <ByBrowser />;
}

/** In the desktop app. */
function ByBrowser() {
  const { mutateAsync, error } = useSignInByBrowser();
  const signIn = async (code: BrowserCode) => {
    const { profile } = await mutateAsync(code);
    toastWelcome(profile?.firstName);
  };
  return (
    <>
      <SuspendedNote error={error} />
      <BrowserPasskey use="sign-in" variant="outline" size="lg" onCode={signIn} onError={toastSignInFailed}>
        {LABEL}
      </BrowserPasskey>
    </>
  );
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
        {LABEL}
      </Button>
    </>
  );
}

async function canWaitInField(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
