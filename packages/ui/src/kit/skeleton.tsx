import { type ReactNode, useEffect, useState } from 'react';
import { cn } from './cn.ts';

/** Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('h-4 animate-shimmer rounded-sm bg-secondary', className)} />;
}

/** Loading for less time is not announced. */
const ANNOUNCE_AFTER_MS = 500;

/** Announces once to screen readers that something loads. */
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
    const timer = setTimeout(() => setLong(true), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className={className}>
      <output className="sr-only">{isLong && label}</output>
      {children}
    </div>
  );
}
