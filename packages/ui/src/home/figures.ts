import type { Figures } from '@guilde/contracts/information.ts';
import { createContext, use, useEffect, useState } from 'react';
import { usePlatform } from '../platform.ts';

/** What the server writes into the landing page, so that it is there with it. Null is not known, or not told. */
export type Written = { figures: Figures | null; organiser: string | null };

const WrittenContext = createContext<Written | null>(null);

/** Where there is no document to read it from: around the first screens that the server sends. */
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

/** Figures of the community; who comes from another page asks for them. Null while they are not known. */
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
    // The page is whole without them.
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, [platform, figures]);
  return figures;
}
