import { BellOff, ShieldAlert } from 'lucide-react';
import { Card, SectionHeader } from '../kit/card.tsx';
import { Switch } from '../kit/checkbox.tsx';
import { Note } from '../kit/states.tsx';
import { useDesktop } from '../platform.ts';

/** Renders nothing in a browser. */
export function DesktopSettings() {
  const desktop = useDesktop();
  if (!desktop) return null;
  const { startsAtLogin, session, notificationsFail, version } = desktop.current;
  return (
    <section>
      <SectionHeader title="Application" />
      <Card className="divide-y p-0 md:p-0">
        {startsAtLogin !== null && (
          <div className="px-4 py-4 md:px-5">
            <Switch
              label="Ouvrir au démarrage de l’ordinateur"
              description="Guilde démarre sans fenêtre et te prévient dès que quelqu’un a besoin de toi."
              checked={startsAtLogin}
              onChange={desktop.setStartAtLogin}
            />
          </div>
        )}
        {notificationsFail && (
          <div className="px-4 py-4 md:px-5">
            <Note tone="warning" icon={<BellOff />}>
              Ton ordinateur n’a pas affiché la dernière notification. Vérifie dans ses réglages que celles de
              Guilde sont autorisées.
            </Note>
          </div>
        )}
        {session === 'memory' && (
          <div className="px-4 py-4 md:px-5">
            <Note tone="warning" icon={<ShieldAlert />}>
              Aucun trousseau sécurisé sur cet ordinateur : tu devras te reconnecter à chaque ouverture de
              Guilde.
            </Note>
          </div>
        )}
        <p className="px-4 py-3 text-xs text-muted-foreground md:px-5">{`Version ${version}`}</p>
      </Card>
    </section>
  );
}
