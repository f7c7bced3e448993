import { ArrowLeft, ChevronRight, type LucideIcon, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { Button } from '../kit/button.tsx';

type LinkProps = { to: To; children: ReactNode };

/** It stands above the title of a page. */
export function BackLink({ to, children }: LinkProps) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-sm text-muted-foreground hover:text-foreground md:min-h-6"
    >
      <ArrowLeft className="size-4" />
      <span>{children}</span>
    </Link>
  );
}

/** It is the main act of a list. */
export function NewLink({ to, children }: LinkProps) {
  return (
    <Button asChild>
      <Link to={to}>
        <Plus />
        {children}
      </Link>
    </Button>
  );
}

/** It is one line of the home page. */
export function LineLink({ to, icon: Icon, children }: LinkProps & { icon: LucideIcon }) {
  return (
    <Link
      to={to}
      className="flex min-h-14 items-center gap-3 rounded-lg border bg-card px-4 py-2.5 transition-colors duration-150 hover:bg-muted md:px-5"
    >
      <Icon className="size-5 shrink-0 text-primary" />
      <span className="line-clamp-2 min-w-0 flex-1 text-pretty">{children}</span>
      <ChevronRight className="size-4 shrink-0 text-muted-foreground" />
    </Link>
  );
}
