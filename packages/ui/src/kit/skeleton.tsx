import { type ReactNode, useEffect, useState } from 'react';
import { cn } from './cn.ts';

/** A grey shape where content will be; give it the size of that content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('h-4 animate-shimmer rounded-sm bg-secondary', className)} />;
}

/** Before it is worth a word that something loads, in milliseconds. */
const SAID_AFTER_MS = 500;

/** Around skeletons: says once, to screen readers, that something loads; what comes at once speaks for itself. */
export function SkeletonGroup({
  label = 'Chargement...',
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className={className}>
      <output className="sr-only">{isLong && label}</output>
      {children}
    </div>
  );
}
