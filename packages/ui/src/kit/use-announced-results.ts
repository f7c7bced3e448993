import { useEffect, useRef } from 'react';
import { announce } from './announcer.tsx';
import { plural } from './format.ts';

/** Nothing is announced while somebody types. */
const PAUSE_MS = 500;

/** Announces a list that changes after the first `q`. `count` is null until the answer to `q`. */
export function useAnnouncedResults(q: string, count: number | null, hasMore: boolean): void {
  const announcedQuery = useRef(q);
  useEffect(() => {
    if (count === null || q === announcedQuery.current) return;
    const timer = setTimeout(() => {
      announcedQuery.current = q;
      if (q) announce(resultsText(count, hasMore));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [q, count, hasMore]);
}

function resultsText(count: number, hasMore: boolean): string {
  if (count === 0) return 'Aucun résultat';
  return hasMore ? `Plus de ${plural(count, 'résultat')}` : plural(count, 'résultat');
}
