import { useEffect, useRef } from 'react';
import { announce } from './announcer.tsx';
import { plural } from './format.ts';

/** No announcement while somebody types. */
const PAUSE_MS = 500;

/**
 * The list changes away from the focus. `count`: loaded results, null until the answer to `q`. Not for the
 * first `q`.
 */
export function useSpokenResults(q: string, count: number | null, hasMore: boolean): void {
  const spoken = useRef(q);
  useEffect(() => {
    if (count === null || q === spoken.current) return;
    const timer = setTimeout(() => {
      spoken.current = q;
      if (q) announce(resultsText(count, hasMore));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [q, count, hasMore]);
}

function resultsText(count: number, hasMore: boolean): string {
  if (count === 0) return 'Aucun résultat';
  return hasMore ? `Plus de ${plural(count, 'résultat')}` : plural(count, 'résultat');
}
