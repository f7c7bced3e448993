import accessibility from './legal/accessibility.md?raw';
import { LegalDocument } from './legal/legal-document.tsx';
import { PublicPage } from './public-frame.tsx';

/** The declaration has a date in its text instead of a version, because nobody accepts it. */
export function Component() {
  return (
    <PublicPage title="Déclaration d’accessibilité">
      <LegalDocument text={null} source={accessibility} />
    </PublicPage>
  );
}
