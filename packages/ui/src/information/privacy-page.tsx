import { LegalDocument } from './legal/legal-document.tsx';
import privacy from './legal/privacy.md?raw';
import { PublicPage } from './public-frame.tsx';

export function Component() {
  return (
    <PublicPage title="Politique de confidentialité">
      <LegalDocument text="privacy" source={privacy} />
    </PublicPage>
  );
}
