import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** A grey shape where content will be; give it the size of that content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('h-4 animate-shimmer rounded-sm bg-secondary', className)} />;
}

/** Around skeletons: says once, to screen readers, that something loads. */
export function SkeletonGroup({
  label = 'Chargement...',
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div aria-busy="true" className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  );
}
