import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../kit/cn.ts';

export function SecondaryLink({
  to,
  className,
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      className={cn(
        'inline-flex min-h-11 items-center rounded-sm text-sm text-muted-foreground underline-offset-4 hover:text-foreground hover:underline md:min-h-8',
        className,
      )}
    >
      {children}
    </Link>
  );
}
