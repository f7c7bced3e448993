import { InstallRow } from '../installation/install-row.tsx';
import { useInstallation, useWebApp } from '../installation/web-app.ts';
import { Card, SectionHeader } from '../kit/card.tsx';

/** Of this browser; the desktop app has settings of its own. */
export function ThisDevice() {
  const webApp = useWebApp();
  const installation = useInstallation(webApp);
  if (!webApp || installation === 'unavailable') return null;
  return (
    <section>
      <SectionHeader title="Sur cet appareil" />
      <Card className="p-0 md:p-0">
        <InstallRow webApp={webApp} className="p-4 md:px-5" />
      </Card>
    </section>
  );
}
