import { LegalDocument } from './legal/legal-document.tsx';
import { PRIVACY, PRIVACY_SUMMARY } from './legal/privacy.ts';
import { PublicPage } from './public-frame.tsx';

export function Component() {
  return (
    <PublicPage title="Politique de confidentialité">
      <LegalDocument text="privacy" summary={PRIVACY_SUMMARY} sections={PRIVACY} />
    </PublicPage>
  );
}
