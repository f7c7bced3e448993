import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../kit/cn.ts';
import { paths } from '../paths.ts';
import { LegalLinks } from './legal-links.tsx';
import { useDocumentTitle } from './page.tsx';
import { Seal } from './seal.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' };

/** A single card on paper ground, the seal above: sign-in, invitation, wizard, legal pages for visitors. */
export function PublicLayout({
  title,
  description,
  width = 'sm',
  steady = false,
  above,
  below,
  children,
}: {
  /** The h1 of the card, also the document's title. */
  title: string;
  description?: ReactNode;
  width?: keyof typeof widths;
  /** Several cards in a row: the seal and the title stay where they are, whatever the height of each. */
  steady?: boolean;
  /** Over the title inside the card, for instance a progress bar. */
  above?: ReactNode;
  /** Links under the card. */
  below?: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <div className="flex min-h-dvh flex-col px-safe pt-safe pb-safe">
      <div className="flex justify-end py-2 print:hidden">
        <ThemeToggle />
      </div>
      <main
        className={cn(
          'mx-auto flex w-full flex-1 flex-col gap-6 pb-6',
          steady ? 'justify-start md:pt-[6vh]' : 'justify-center',
          widths[width],
        )}
      >
        <Link to={paths.landing} aria-label="Guilde, accueil" className="mx-auto rounded-full">
          <Seal className="size-14" />
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
