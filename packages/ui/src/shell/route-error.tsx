import { Button } from '../kit/button.tsx';
import { Logo } from './logo.tsx';
import { useDocumentTitle } from './page.tsx';

export function RouteError() {
  useDocumentTitle('Erreur inattendue');
  return (
    <div
      role="alert"
      className="flex min-h-[min(100dvh,48rem)] flex-1 flex-col items-center justify-center gap-3 p-6 text-center"
    >
      <Logo className="mb-2 size-14" />
      <h1 className="text-page-title">
        Cette page n’a pas pu s’afficher{' '}
        <span lang="en" className="block font-sans text-sm font-normal tracking-normal text-muted-foreground">
          Unexpected Application Error!
        </span>
      </h1>
      <p className="max-w-md text-muted-foreground">
        Ce que tu as envoyé est enregistré. Réessaie ; si cela se reproduit, écris-nous par le formulaire de
        contact.
      </p>
      <Button className="mt-3" onClick={() => window.location.reload()}>
        Recharger
      </Button>
    </div>
  );
}
