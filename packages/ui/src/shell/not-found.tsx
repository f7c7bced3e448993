import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { paths } from '../paths.ts';
import { Logo } from './logo.tsx';
import { useDocumentTitle } from './page.tsx';
import { SkipLink, skipTarget } from './skip-link.tsx';

export function NotFoundPage() {
  return (
    <>
      <SkipLink />
      <main {...skipTarget} className="flex min-h-dvh">
        <NotFound home={paths.landing} />
      </main>
    </>
  );
}

export function MemberNotFoundPage() {
  return <NotFound home={paths.home} />;
}

function NotFound({ home }: { home: string }) {
  useDocumentTitle('Page introuvable');
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center">
      <Logo className="mb-2 size-14" />
      <p className="font-title text-5xl font-bold tracking-tight text-muted-foreground">404</p>
      <h1 className="text-page-title">
        Page introuvable{' '}
        <span lang="en" className="block font-sans text-sm font-normal tracking-normal text-muted-foreground">
          Oops! Page not found
        </span>
      </h1>
      <p className="max-w-md text-muted-foreground">
        Il n’y a pas de page à cette adresse. Le lien est peut-être ancien ou incomplet.
      </p>
      <Button asChild className="mt-3">
        <Link to={home}>Retour à l’accueil</Link>
      </Button>
    </div>
  );
}
