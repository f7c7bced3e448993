import { useWebApp } from '../installation/web-app.ts';
import { Button } from '../kit/button.tsx';
import { useSubscribe } from '../notifications/push-devices.ts';
import type { PushFeatures } from '../platform.ts';
import { useConsent } from './notification-consent.tsx';
import { tellFailure } from './push-controls.tsx';

/** Where pushes can come and the browser has not been asked yet; nothing elsewhere, nor after a refusal. */
export function NotifyHere() {
  const webApp = useWebApp();
  return webApp?.push.support() === 'supported' ? <Offer push={webApp.push} /> : null;
}

function Offer({ push }: { push: PushFeatures }) {
  const { consent, request } = useConsent();
  const { mutate, isPending, isSuccess } = useSubscribe(push, tellFailure);
  const accept = async () => {
    if ((await request()) === 'granted') mutate();
  };
  return (
    <>
      <span role="status">{isSuccess && 'C’est noté\u00a0: cet appareil te préviendra.'}</span>
      {(consent === 'default' || isPending) && (
        <Button
          variant="outline"
          className="max-md:min-h-11"
          loading={isPending}
          onClick={() => void accept()}
        >
          Préviens-moi sur cet appareil
        </Button>
      )}
    </>
  );
}
