import { InstallRow } from '../installation/install-row.tsx';
import { useInstallation, useWebApp } from '../installation/web-app.ts';
import { Card, SectionHeader } from '../kit/card.tsx';
import { NotificationConsentRow } from './notification-consent.tsx';
import { OtherPushDevices } from './push-device-list.tsx';

/** These settings do not follow the member to other devices. */
export function ThisDevice({ silent }: { silent: boolean }) {
  const webApp = useWebApp();
  const installation = useInstallation(webApp);
  return (
    <section>
      <SectionHeader title="Sur cet appareil" />
      <Card className="divide-y p-0 md:p-0">
        <NotificationConsentRow silent={silent} webApp={webApp} />
        {webApp && installation !== 'unavailable' && <InstallRow webApp={webApp} className="p-4 md:px-5" />}
        <OtherPushDevices />
      </Card>
    </section>
  );
}
