import { LegalDocument } from './legal/legal-document.tsx';
import { TERMS, TERMS_SUMMARY } from './legal/terms.ts';
import { PublicPage } from './public-frame.tsx';

export function Component() {
  return (
    <PublicPage title="Conditions générales d’utilisation">
      <LegalDocument text="terms" summary={TERMS_SUMMARY} sections={TERMS} />
    </PublicPage>
  );
}
