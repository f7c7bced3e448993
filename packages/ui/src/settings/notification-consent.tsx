import { newUuid } from '@guilde/contracts/uuid.ts';
import { BellOff, BellRing } from 'lucide-react';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { Button } from '../kit/button.tsx';
import { StateBadge } from '../kit/state-badge.tsx';
import { toast } from '../kit/toast.ts';
import { paths } from '../paths.ts';
import { type NotificationConsent, type Platform, usePlatform } from '../platform.ts';

export function NotificationConsentRow({ silent }: { silent: boolean }) {
  const { consent, request } = useConsent();
  const { title, text } = consentTexts(consent, usePlatform().name);
  const Icon = consent === 'granted' ? BellRing : BellOff;
  return (
    <div className="grid justify-items-stretch gap-3 p-4 sm:justify-items-start md:px-5">
      <div className="flex min-w-0 gap-3">
        <span aria-hidden className="flex w-9 shrink-0 justify-center text-muted-foreground">
          <Icon strokeWidth={1.75} className="size-5" />
        </span>
        <div role="status" className="grid gap-0.5 text-sm">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {title}
            {consent === 'granted' && <StateBadge state="done">Activées</StateBadge>}
          </p>
          <p className="text-muted-foreground">{text}</p>
        </div>
      </div>
      {consent === 'default' && (
        <Button className="sm:ml-12" onClick={request}>
          Activer les notifications
        </Button>
      )}
      {consent === 'granted' && <TrialButton silent={silent} />}
    </div>
  );
}

/** May change outside the page: read again when the person comes back. */
function useConsent() {
  const platform = usePlatform();
  const [requestCount, setRequestCount] = useState(0);
  const subscribe = useCallback((changed: () => void) => platform.onWake(changed), [platform]);
  const consent = useSyncExternalStore(subscribe, () => platform.notifications.permission());
  const request = () => {
    const rerender = () => setRequestCount(requestCount + 1);
    platform.notifications.request().then(rerender, rerender);
  };
  return { consent, request };
}

function consentTexts(consent: NotificationConsent, name: Platform['name']): { title: string; text: string } {
  const here = name === 'desktop' ? 'sur cet ordinateur' : 'dans ce navigateur';
  const title = `Notifications ${here}`;
  switch (consent) {
    case 'granted':
      return {
        title,
        text:
          name === 'desktop'
            ? 'Guilde te prévient même quand sa fenêtre est fermée.'
            : 'Guilde te prévient tant qu’un onglet Guilde est ouvert, même en arrière-plan.',
      };
    case 'default':
      return { title, text: 'Elles ne sont pas encore activées. Ton navigateur te demandera ton accord.' };
    case 'denied':
      return {
        title: `Notifications bloquées ${here}`,
        text:
          name === 'desktop'
            ? 'Autorise Guilde dans les réglages de notifications de ton système.'
            : 'Pour les autoriser, clique sur l’icône à gauche de l’adresse du site, puis choisis « Autoriser » à la ligne Notifications.',
      };
    case 'unsupported':
      return {
        title: `Pas de notifications ${here}`,
        text: 'Ce navigateur n’affiche pas les notifications. Les e-mails de messages non lus prennent le relais.',
      };
  }
}

function TrialButton({ silent }: { silent: boolean }) {
  const { notifications } = usePlatform();
  const show = () => {
    notifications.show({
      id: newUuid(),
      title: 'Notification d’essai',
      body: 'Tout est prêt : c’est ainsi que Guilde te préviendra.',
      path: paths.settings,
      silent,
    });
    toast.success('Notification envoyée', {
      description: 'Rien ne s’affiche ? Regarde si ton système est en mode « Ne pas déranger ».',
    });
  };
  return (
    <Button variant="outline" className="sm:ml-12" onClick={show}>
      Envoyer une notification d’essai
    </Button>
  );
}
