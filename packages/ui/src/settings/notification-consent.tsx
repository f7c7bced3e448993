import { newUuid } from '@guilde/contracts/uuid.ts';
import { BellOff, BellRing } from 'lucide-react';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { Button } from '../kit/button.tsx';
import { StateBadge } from '../kit/state-badge.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import {
  type NotificationConsent,
  type PushFeatures,
  usePlatform,
  type WebAppFeatures,
} from '../platform.ts';
import { PushControls, tellFailure } from './push-controls.tsx';
import { usePushDevices, useSubscribe } from './push-devices.ts';

type Here = {
  consent: NotificationConsent;
  name: 'web' | 'desktop';
  hasPush: boolean;
  isReached: boolean;
  /** The request for it has failed. */
  isUnknown: boolean;
  /** iOS gives the permission to the installed app only. */
  needsInstall: boolean;
  isInstalled: boolean;
};

export function NotificationConsentRow({
  silent,
  webApp,
}: {
  silent: boolean;
  webApp: WebAppFeatures | null | undefined;
}) {
  const { name } = usePlatform();
  const { consent, request } = useConsent();
  const support = webApp?.push.support() ?? 'unsupported';
  const push = support === 'supported' && webApp ? webApp.push : null;
  const devices = usePushDevices();
  const isHere = devices.data?.devices.some(({ isThis }) => isThis);
  const isReached = consent === 'granted' && push !== null && isHere === true;
  // It stays true while the request is repeated.
  const isUnknown = push !== null && isHere === undefined && devices.errorUpdateCount > 0;
  const { title, text } = consentTexts({
    consent,
    name,
    hasPush: push !== null,
    isReached,
    isUnknown,
    needsInstall: support === 'not-installed',
    isInstalled: webApp?.installation() === 'installed',
  });
  const Icon = consent === 'granted' ? BellRing : BellOff;
  return (
    <div className="grid justify-items-stretch gap-3 p-4 sm:justify-items-start md:px-5">
      <div className="flex min-w-0 gap-3">
        <span aria-hidden className="flex w-9 shrink-0 justify-center text-muted-foreground">
          <Icon className="size-5" />
        </span>
        <div role="status" className="grid gap-0.5 text-sm">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span>{title}</span>
            {consent === 'granted' && <StateBadge state="done">Activées</StateBadge>}
          </p>
          <p className="text-muted-foreground">{text}</p>
        </div>
      </div>
      <div className="grid gap-2 empty:hidden sm:ml-12 sm:flex sm:flex-wrap">
        {consent === 'default' && webApp !== undefined && !push && (
          <Button onClick={() => void request()}>Activer les notifications</Button>
        )}
        {consent === 'default' && push && <ActivateButton push={push} request={request} />}
        {consent === 'granted' && push && <PushControls push={push} />}
        {consent === 'granted' && isUnknown && (
          <Button variant="outline" loading={devices.isFetching} onClick={() => void devices.refetch()}>
            Réessayer
          </Button>
        )}
        {consent === 'granted' && !isReached && <TrialButton silent={silent} />}
      </div>
    </div>
  );
}

/** The consent may change outside the page, so it is read again when the person comes back. */
export function useConsent() {
  const platform = usePlatform();
  const [, setRequestCount] = useState(0);
  const subscribe = useCallback((changed: () => void) => platform.onWake(changed), [platform]);
  const consent = useSyncExternalStore(subscribe, () => platform.notifications.permission());
  const request = async () => {
    const answer = await platform.notifications.request().catch(() => platform.notifications.permission());
    setRequestCount((count) => count + 1);
    return answer;
  };
  return { consent, request };
}

/** It asks the browser's question, then subscribes to pushes. */
function ActivateButton({
  push,
  request,
}: {
  push: PushFeatures;
  request: () => Promise<NotificationConsent>;
}) {
  const { mutate } = useSubscribe(push, tellFailure);
  const activate = async () => {
    if ((await request()) === 'granted') mutate();
  };
  return <Button onClick={() => void activate()}>Activer les notifications</Button>;
}

function consentTexts(here: Here): { title: string; text: string } {
  const place = here.name === 'desktop' ? 'sur cet ordinateur' : 'dans ce navigateur';
  const title = `Notifications ${here.isInstalled ? 'sur cet appareil' : place}`;
  switch (here.consent) {
    case 'granted':
      return { title, text: grantedText(here) };
    case 'default':
      return {
        title,
        text: here.hasPush
          ? 'Tu vois le titre du SOS et un prénom quand quelqu’un t’écrit, rejoint ton SOS ou a besoin de toi, même application fermée.'
          : 'Elles ne sont pas encore activées. Ton navigateur te demandera ton accord.',
      };
    case 'denied':
      return { title: `Notifications bloquées ${place}`, text: deniedText(here) };
    case 'unsupported':
      return {
        title: `Pas de notifications ${place}`,
        text: here.needsInstall
          ? 'Installe l’application pour les recevoir. En attendant, tu reçois des e-mails.'
          : 'Ce navigateur n’affiche pas les notifications. Tu reçois des e-mails à la place.',
      };
  }
}

function grantedText({ name, isReached, isUnknown }: Here): string {
  if (name === 'desktop') return 'Guilde te prévient même quand sa fenêtre est fermée.';
  if (isUnknown)
    return 'Guilde te prévient tant qu’un onglet est ouvert. Le serveur ne répond pas\u00a0: impossible de voir si elle le fait aussi application fermée.';
  return isReached
    ? 'Guilde te prévient ici, même application fermée.'
    : 'Guilde te prévient tant qu’un onglet Guilde est ouvert, même en arrière-plan.';
}

function deniedText({ name, isInstalled }: Here): string {
  if (name === 'desktop') return 'Autorise Guilde dans les réglages de notifications de ton système.';
  return isInstalled
    ? 'Pour les autoriser, ouvre les réglages de ton appareil, puis les notifications de l’application Guilde.'
    : 'Pour les autoriser, clique sur l’icône à gauche de l’adresse du site, puis choisis « Autoriser » à la ligne Notifications.';
}

function TrialButton({ silent }: { silent: boolean }) {
  const { notifications } = usePlatform();
  const show = () => {
    notifications.show({
      id: newUuid(),
      title: 'Notification d’essai',
      body: 'Tout est prêt\u00a0: c’est ainsi que Guilde te préviendra.',
      path: paths.settings('notifications'),
      silent,
    });
    toast.success('Notification envoyée', {
      description: 'Rien ne s’affiche ? Regarde si ton système est en mode « Ne pas déranger ».',
    });
  };
  return (
    <Button variant="outline" onClick={show}>
      Envoyer une notification d’essai
    </Button>
  );
}
