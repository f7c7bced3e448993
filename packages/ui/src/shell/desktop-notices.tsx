import { Download, KeyRound, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { type DesktopFeatures, type DesktopState, useDesktop, usePlatform } from '../platform.ts';
import { useIsTyping } from './use-is-typing.ts';

export function DesktopNotices() {
  const desktop = useDesktop();
  const features = usePlatform().desktop;
  useDownloadToasts(features);
  useDiagnosticToasts(features);
  useEffect(
    () =>
      features?.onUnaskedCode(() => toast.info('Réponse inattendue du navigateur', { description: UNASKED })),
    [features],
  );
  const [dismissed, setDismissed] = useState('');
  const isTyping = useIsTyping();
  if (!desktop) return null;
  const { compatibility, session, update } = desktop.current;
  const isWaiting = session === 'waiting';
  const subject = [compatibility, isWaiting, update?.version, update?.ready].join(' ');
  if (dismissed === subject) return null;
  const dismiss = () => setDismissed(subject);
  if (compatibility !== 'compatible') {
    return (
      <Notice urgent icon={<TriangleAlert />} text={incompatible(compatibility, update)} onDismiss={dismiss}>
        <Install />
      </Notice>
    );
  }
  if (isWaiting) return <Notice icon={<KeyRound />} text={WAITING} onDismiss={dismiss} />;
  // A toast would interrupt the typing.
  if (!update || isTyping) return null;
  return (
    <Notice icon={<Download />} text={available(update)} dismissLabel="Plus tard" onDismiss={dismiss}>
      <Install />
    </Notice>
  );
}

/** A browser shows downloads itself. */
function useDownloadToasts(desktop: DesktopFeatures | undefined): void {
  useEffect(
    () =>
      desktop?.onDownloaded((download) => {
        const { id, name } = download;
        const action = { label: 'Afficher', onClick: () => desktop.showDownload(id) };
        if (download.isSaved) toast.success('Fichier enregistré', { description: name, action });
        else
          toast.error('Le fichier n’a pas été enregistré', {
            description: `${name}\u00a0: ${NOT_SAVED[download.fault]}`,
          });
      }),
    [desktop],
  );
}

const NOT_SAVED = {
  full: 'il n’y a plus assez de place sur le disque.',
  disk: 'ton ordinateur n’a pas pu l’écrire à cet endroit.',
  silent: 'le serveur met trop de temps à répondre.',
  network: 'le serveur ne l’a pas envoyé en entier.',
} as const;

function useDiagnosticToasts(desktop: DesktopFeatures | undefined): void {
  useEffect(
    () =>
      desktop?.onDiagnosticCopied((isCopied) => {
        if (isCopied)
          toast.success('Diagnostic copié', { description: 'Colle-le dans ton message à l’équipe.' });
        else toast.error('Le diagnostic n’a pas pu être copié');
      }),
    [desktop],
  );
}

const UNASKED =
  'L’application ne l’attendait pas, ou a été redémarrée depuis. Recommence depuis l’application.';

const WAITING =
  'Ta session est enregistrée dans le trousseau de clés de ton ordinateur, qui n’a pas encore répondu. Réponds à sa demande\u00a0: Guilde te reconnecte aussitôt.';

function incompatible(
  compatibility: 'client-too-old' | 'server-too-old',
  update: DesktopState['update'],
): string {
  if (compatibility === 'server-too-old')
    return 'Le serveur est plus ancien que cette application\u00a0: certaines actions peuvent échouer tant qu’il n’est pas mis à jour.';
  return update?.ready
    ? 'Cette version de Guilde n’est plus prise en charge. La nouvelle est prête.'
    : 'Cette version de Guilde n’est plus prise en charge. Installe la dernière version pour continuer.';
}

function available({ version, ready }: NonNullable<DesktopState['update']>): string {
  return ready
    ? `La version ${version} est prête.`
    : `La version ${version} est disponible\u00a0: télécharge-la et installe-la.`;
}

function Install() {
  const desktop = useDesktop();
  const platform = usePlatform();
  const update = desktop?.current.update;
  if (update?.ready) {
    return (
      <Button size="sm" onClick={desktop?.restartToUpdate}>
        Redémarrer pour mettre à jour
      </Button>
    );
  }
  const download = update?.download;
  if (!download) return null;
  return (
    <Button size="sm" onClick={() => platform.openExternal(download)}>
      Télécharger
    </Button>
  );
}

function Notice({
  urgent = false,
  icon,
  text,
  dismissLabel = 'Compris',
  onDismiss,
  children,
}: {
  urgent?: boolean;
  icon: ReactNode;
  text: string;
  dismissLabel?: string;
  onDismiss: () => void;
  children?: ReactNode;
}) {
  return (
    <aside
      aria-label="Application"
      className="fixed top-3 left-1/2 z-60 w-[min(30rem,calc(100vw-1.5rem))] -translate-x-1/2 animate-fade-in rounded-lg border bg-card p-4 shadow-soft"
    >
      <div role={urgent ? 'alert' : 'status'} className="flex gap-3 text-sm">
        <span aria-hidden className="mt-px text-primary [&_svg]:size-4.5">
          {icon}
        </span>
        <p>{text}</p>
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {children}
        <Button size="sm" variant="ghost" onClick={onDismiss}>
          {dismissLabel}
        </Button>
      </div>
    </aside>
  );
}
