import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';
import { useDocumentTitle } from './page.tsx';
import { Seal } from './seal.tsx';

export function NotFoundPage() {
  useDocumentTitle('Page introuvable');
  return (
    <main className="flex min-h-dvh flex-1 flex-col items-center justify-center gap-3 p-6 text-center">
      <Seal className="mb-2 size-14" />
      <p className="font-title text-5xl font-bold tracking-tight text-muted-foreground">404</p>
      <h1 className="text-2xl">Oops! Page not found</h1>
      <p className="max-w-md text-muted-foreground">
        Il n’y a pas de page à cette adresse. Le lien est peut-être ancien ou incomplet.
      </p>
      <Button asChild className="mt-3">
        <Link to={paths.landing}>Retour à l’accueil</Link>
      </Button>
    </main>
  );
}
