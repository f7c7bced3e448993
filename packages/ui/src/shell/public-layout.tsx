import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../kit/cn.ts';
import { paths } from '../paths.ts';
import { LegalLinks } from './legal-links.tsx';
import { Logo } from './logo.tsx';
import { useDocumentTitle } from './page.tsx';
import { SkipLink, skipTarget } from './skip-link.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' };

export function PublicLayout({
  title,
  description,
  width = 'sm',
  steady = false,
  above,
  below,
  children,
}: {
  /** It is also the document title. */
  title: string;
  description?: ReactNode;
  width?: keyof typeof widths;
  /** Set it for cards in turn, so that logo and title keep their place whatever the card’s height. */
  steady?: boolean;
  above?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <div className="flex min-h-dvh flex-col px-safe pt-safe pb-safe">
      <SkipLink />
      <div
        data-bar
        className="flex justify-end py-2 max-md:sticky max-md:top-0 max-md:z-10 max-md:bg-background print:hidden"
      >
        <ThemeToggle />
      </div>
      <main
        {...skipTarget}
        className={cn(
          'mx-auto flex w-full flex-1 flex-col gap-6 pb-6',
          steady ? 'justify-start md:pt-[6vh]' : 'justify-center',
          widths[width],
        )}
      >
        <Link to={paths.landing} aria-label="Guilde, accueil" className="mx-auto rounded-full">
          <Logo className="size-14" />
        </Link>
        <section className="rounded-lg border border-t-2 border-t-rule bg-card p-5 shadow-soft sm:p-8">
          {above}
          <header className="mb-6 grid gap-2">
            <h1 className="text-[min(1.5rem,10vw)]">{title}</h1>
            {description && <div className="text-muted-foreground">{description}</div>}
          </header>
          {children}
        </section>
        {below && (
          <div className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm text-muted-foreground print:hidden">
            {below}
          </div>
        )}
      </main>
      <LegalLinks className="py-4 print:hidden" />
    </div>
  );
}
