import { useWebApp } from '../installation/web-app.ts';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import type { PushFeatures } from '../platform.ts';
import { useConsent } from './notification-consent.tsx';
import { tellFailure } from './push-controls.tsx';
import { useSubscribe } from './push-devices.ts';

/** It is shown where pushes are possible and the browser has not been asked yet, nor refused. */
export function NotifyHere() {
  const webApp = useWebApp();
  return webApp?.push.support() === 'supported' ? <Offer push={webApp.push} /> : null;
}

function Offer({ push }: { push: PushFeatures }) {
  const { consent, request } = useConsent();
  const { mutate, isPending } = useSubscribe(push, tellFailure);
  const accept = async () => {
    if ((await request()) === 'granted') mutate(undefined, { onSuccess: tellSuccess });
  };
  if (consent !== 'default' && !isPending) return null;
  return (
    <Button variant="outline" className="max-md:min-h-11" loading={isPending} onClick={() => void accept()}>
      Préviens-moi sur cet appareil
    </Button>
  );
}

function tellSuccess(): void {
  toast.success('Notifications activées', { description: 'Cet appareil te préviendra.' });
}
