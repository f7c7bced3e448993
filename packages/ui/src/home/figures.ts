import type { Figures } from '@guilde/contracts/information.ts';
import { createContext, use, useEffect, useState } from 'react';
import { usePlatform } from '../platform.ts';

/** The server writes these into the page. Null: unknown, or not published. */
export type Written = { figures: Figures | null; organiser: string | null };

const WrittenContext = createContext<Written | null>(null);

/** On the server, where there is no document to read them from. */
export const WrittenProvider = WrittenContext.Provider;

export function useWritten(): Written {
  const given = use(WrittenContext);
  const [written] = useState(() => given ?? writtenInPage());
  return written;
}

function writtenInPage(): Written {
  const content = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
  const figures = content('guilde:figures');
  return { figures: figures ? (JSON.parse(figures) as Figures) : null, organiser: content('author') };
}

/** Fetched after a navigation from another page. Null while unknown. */
export function useFigures(): Figures | null {
  const platform = usePlatform();
  const [figures, setFigures] = useState(useWritten().figures);
  useEffect(() => {
    if (figures) return;
    const leaving = new AbortController();
    const ask = async () => {
      const answer = await platform.fetch('/api/information/figures', { signal: leaving.signal });
      if (answer.ok) setFigures((await answer.json()) as Figures);
    };
    // The page works without them.
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, [platform, figures]);
  return figures;
}
