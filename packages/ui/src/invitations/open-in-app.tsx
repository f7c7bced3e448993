import { AppWindow } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { usePlatform } from '../platform.ts';

/** The desktop app answers such links (apps/desktop/main/deep-links.ts); nothing happens where it is not installed. */
function appLink({ token, proof }: { token: string; proof: string | undefined }): string {
  const link = `guilde://invitation/${encodeURIComponent(token)}`;
  return proof ? `${link}?proof=${encodeURIComponent(proof)}` : link;
}

/** In a browser: the same invitation in the app, for whoever has it. */
export function OpenInApp({ secrets }: { secrets: { token: string; proof: string | undefined } }) {
  const { name } = usePlatform();
  if (name === 'desktop') return null;
  return (
    <div className="flex basis-full justify-center">
      <Button asChild variant="outline">
        <a href={appLink(secrets)}>
          <AppWindow aria-hidden />
          Ouvrir dans l’application
        </a>
      </Button>
    </div>
  );
}
