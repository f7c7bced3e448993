import { type ReactNode, useEffect, useState } from 'react';
import { cn } from './cn.ts';

/** Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('h-4 animate-shimmer rounded-sm bg-secondary', className)} />;
}

/** Loading for less time is not announced. */
const ANNOUNCE_AFTER_MS = 500;
/** A network that is there without answering would let the skeleton stand for minutes. */
const LATE_AFTER_MS = 8000;
const LATE = 'Le serveur met du temps à répondre. Vérifie ta connexion.';

/** Announces once to screen readers that something loads; a sentence replaces it when that takes long. */
export function SkeletonGroup({
  label = 'Chargement...',
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const [stage, setStage] = useState<'short' | 'long' | 'late'>('short');
  useEffect(() => {
    const timers = [
      setTimeout(() => setStage('long'), ANNOUNCE_AFTER_MS),
      setTimeout(() => setStage('late'), LATE_AFTER_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (stage === 'late')
    return (
      <output aria-busy="true" className="block py-6 text-sm text-muted-foreground">
        {LATE}
      </output>
    );
  return (
    <div aria-busy="true" className={className}>
      <output className="sr-only">{stage === 'long' && label}</output>
      {children}
    </div>
  );
}
