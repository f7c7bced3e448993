import {
  DESKTOP_CODE_SECONDS,
  DESKTOP_SECRET,
  DESKTOP_USES,
  type DesktopUse,
} from '@guilde/contracts/auth/rules.ts';
import { shownErrorText } from '@guilde/contracts/errors/shown.ts';
import { AppWindow, KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAllowDesktop, useCanUsePasskeys } from '../credentials/passkey-data.ts';
import { announce } from '../kit/announcer.tsx';
import { Button } from '../kit/button.tsx';
import { Note } from '../kit/states.tsx';
import { openInApp } from '../page-window.ts';
import { PublicLayout } from '../shell/public-layout.tsx';
import { toastSignInFailed } from './auth-toasts.ts';
import { SuspendedNote } from './suspended-note.tsx';

const TITLE = 'Application de bureau';

const CONFIRMED = 'C’est confirmé';

const texts = {
  'sign-in': 'Tu vas te connecter à l’application de bureau Guilde.',
  prove: 'Tu vas confirmer que c’est toi dans l’application de bureau Guilde.',
};

/** The system's browser shows it for the desktop app. Nobody is signed in here, before or afterwards. */
export function Component() {
  const [search] = useSearchParams();
  const canUse = useCanUsePasskeys();
  const challenge = search.get('challenge') ?? '';
  const use = DESKTOP_USES.find((known) => known === search.get('use'));
  if (!use || !DESKTOP_SECRET.test(challenge))
    return (
      <PublicLayout
        title={TITLE}
        description={
          <p className="text-balance">Cette page s’ouvre depuis l’application de bureau Guilde.</p>
        }
      >
        <p>Recommence depuis l’application.</p>
      </PublicLayout>
    );
  if (!canUse)
    return (
      <PublicLayout title={TITLE} description={<p className="text-balance">{texts[use]}</p>}>
        <Note tone="warning">
          Ce navigateur ne prend pas en charge les clés d’accès. Dans l’application, connecte-toi autrement.
        </Note>
      </PublicLayout>
    );
  return <AllowScreen use={use} challenge={challenge} />;
}

function AllowScreen({ use, challenge }: { use: DesktopUse; challenge: string }) {
  const { mutate, isPending, data: code, error } = useAllowDesktop({ use, challenge });
  if (code) return <BackToApp code={code} />;
  const allow = () =>
    mutate(undefined, {
      onSuccess: (given) => openInApp(passkeyLink(given)),
      onError: (refused) => toastSignInFailed(refused),
    });
  return (
    <PublicLayout title={TITLE} description={<p className="text-balance">{texts[use]}</p>}>
      <div className="grid grid-cols-1 gap-4">
        <p>
          Continue seulement si tu viens de le demander dans l’application, sur cet ordinateur. Dans ce
          navigateur, rien ne change.
        </p>
        <SuspendedNote error={error} />
        <Button variant="hero" size="lg" loading={isPending} onClick={allow}>
          <KeyRound />
          Utiliser ma clé d’accès
        </Button>
      </div>
    </PublicLayout>
  );
}

/** No address of this page contains the code, so that neither the history nor a reload has it. */
function BackToApp({ code }: { code: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => announce(CONFIRMED), []);
  useEffect(() => {
    const end = setTimeout(() => setLate(true), DESKTOP_CODE_SECONDS * 1000);
    return () => clearTimeout(end);
  }, []);
  if (isLate)
    return (
      <PublicLayout title="Trop tard">
        <p role="status">{shownErrorText('DESKTOP_CODE_INVALID')}</p>
      </PublicLayout>
    );
  return (
    <PublicLayout title={CONFIRMED}>
      <p>L’application Guilde prend le relais. Tu peux fermer cette page.</p>
      <Button asChild variant="hero" size="lg" className="mt-5 w-full">
        <a href={passkeyLink(code)}>
          <AppWindow />
          Ouvrir Guilde
        </a>
      </Button>
      <p className="mt-4 text-sm text-muted-foreground">
        Rien ne se passe{'\u202f'}? Clique sur «{'\u00a0'}Ouvrir Guilde{'\u00a0'}» et accepte d’ouvrir
        l’application. Après deux minutes, recommence depuis l’application.
      </p>
    </PublicLayout>
  );
}

/** The desktop app opens it (apps/desktop/main/deep-links.ts). */
function passkeyLink(code: string): string {
  return `guilde://passkey/${code}`;
}
