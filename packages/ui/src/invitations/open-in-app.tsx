import { AppWindow } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { usePlatform } from '../platform.ts';

/** The desktop app opens the link (apps/desktop/main/deep-links.ts); without the app nothing happens. */
function appLink({ token, proof }: { token: string; proof: string | undefined }): string {
  const link = `guilde://invitation/${encodeURIComponent(token)}`;
  return proof ? `${link}?proof=${encodeURIComponent(proof)}` : link;
}

export function OpenInApp({ secrets }: { secrets: { token: string; proof: string | undefined } }) {
  const { name } = usePlatform();
  if (name === 'desktop') return null;
  return (
    <div className="flex basis-full justify-center">
      <Button asChild variant="outline">
        <a href={appLink(secrets)}>
          <AppWindow />
          Ouvrir dans l’application
        </a>
      </Button>
    </div>
  );
}
