import { useEffect, useRef } from 'react';
import { announce } from './announcer.tsx';
import { plural } from './format.ts';

/** Whoever goes on typing is not told in between. */
const PAUSE_MS = 500;

/**
 * Tells screen readers how much a search has found: the list changes away from the focus. `count`: how many are loaded,
 * null as long as the answer to `q` has not come. Not for the search with which the page was opened.
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
