import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

export type InfiniteSentinelProps = {
  hasMore: boolean;
  loading: boolean;
  /** It loads the next page and is not called while `loading`. */
  onReach: () => void;
  /** The scrolling element is the page by default. */
  root?: Element | null;
  label?: string;
  className?: string;
};

/** Put it at the end of the list, or at the start of one that loads backwards. */
export function InfiniteSentinel({
  hasMore,
  loading,
  onReach,
  root = null,
  label = 'Afficher la suite',
  className,
}: InfiniteSentinelProps) {
  const mark = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    if (!hasMore || loading || !mark.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reach();
      },
      { root, rootMargin: '400px' },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [hasMore, loading, root]);
  if (!hasMore) return null;
  return (
    <div ref={mark} className={cn('flex justify-center py-4', className)}>
      <Button variant="ghost" size="sm" loading={loading} onClick={onReach}>
        {loading ? 'Chargement...' : label}
      </Button>
    </div>
  );
}
