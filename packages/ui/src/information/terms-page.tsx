import { LegalDocument } from './legal/legal-document.tsx';
import terms from './legal/terms.md?raw';
import { PublicPage } from './public-frame.tsx';

export function Component() {
  return (
    <PublicPage title="Conditions générales d’utilisation">
      <LegalDocument text="terms" source={terms} />
    </PublicPage>
  );
}
