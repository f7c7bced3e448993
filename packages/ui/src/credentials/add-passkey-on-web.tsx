import { ExternalLink } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';
import type { DesktopFeatures } from '../platform.ts';
import { useReadPasskeysOnReturn } from './passkey-data.ts';

/** The desktop app uses passkeys but cannot create them. */
export function AddPasskeyOnWeb({ desktop }: { desktop: DesktopFeatures }) {
  useReadPasskeysOnReturn();
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="outline" onClick={() => desktop.openOnWeb(paths.settings('security'))}>
        <ExternalLink />
        Ajouter une clé d’accès
      </Button>
      <p className="text-sm text-muted-foreground">
        Tes réglages s’ouvriront dans ton navigateur, où tu ajouteras la clé.
      </p>
    </div>
  );
}
