import { Download, Share, SquarePlus } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { StateBadge } from '../kit/state-badge.tsx';
import type { Installation, WebAppFeatures } from '../platform.ts';
import { useInstallation } from './web-app.ts';

const texts: Record<Exclude<Installation, 'unavailable'>, { title: string; text: string }> = {
  installed: {
    title: 'Application installée',
    text: 'Guilde s’ouvre depuis son icône, qui affiche le nombre de messages non lus.',
  },
  offered: {
    title: 'Installer Guilde',
    text: 'Guilde s’ouvrira depuis son icône, qui affichera le nombre de messages non lus.',
  },
  ios: {
    title: 'Installer Guilde sur ton iPhone ou ton iPad',
    text: 'Apple n’autorise les notifications que dans l’application installée.',
  },
};

/** Renders nothing where the browser offers nothing. */
export function InstallRow({ webApp, className }: { webApp: WebAppFeatures; className?: string }) {
  const installation = useInstallation(webApp);
  if (installation === 'unavailable') return null;
  const { title, text } = texts[installation];
  return (
    <div className={className}>
      <div className="grid justify-items-stretch gap-3 sm:justify-items-start">
        <div className="flex min-w-0 gap-3">
          <span aria-hidden className="flex w-9 shrink-0 justify-center text-muted-foreground">
            <Download className="size-5" />
          </span>
          <div className="grid min-w-0 gap-0.5 text-sm">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <span>{title}</span>
              {installation === 'installed' && <StateBadge state="done">Installée</StateBadge>}
            </p>
            <p className="text-muted-foreground">{text}</p>
            {installation === 'ios' && <IosSteps />}
          </div>
        </div>
        {installation === 'offered' && (
          <Button className="sm:ml-12" onClick={() => void webApp.install()}>
            Installer Guilde
          </Button>
        )}
      </div>
    </div>
  );
}

function IosSteps() {
  return (
    <ol className="mt-2 grid list-decimal gap-1.5 pl-5 [&_svg]:mx-0.5 [&_svg]:inline [&_svg]:size-4">
      <li>
        Touche <strong className="font-medium">Partager</strong>
        <Share />
      </li>
      <li>
        Choisis <strong className="font-medium">Sur l’écran d’accueil</strong>
        <SquarePlus />
      </li>
      <li>Ouvre Guilde depuis sa nouvelle icône</li>
    </ol>
  );
}
