import type { Figures } from '@guilde/contracts/information.ts';
import { useEffect, useState } from 'react';
import { usePlatform } from '../platform.ts';

/**
 * Figures of the community. The server writes them into the landing page, so that they are there with it; who comes from
 * another page asks for them. Null while they are not known.
 */
export function useFigures(): Figures | null {
  const platform = usePlatform();
  const [figures, setFigures] = useState(writtenFigures);
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

function writtenFigures(): Figures | null {
  const written = document.querySelector<HTMLMetaElement>('meta[name="guilde:figures"]');
  return written ? (JSON.parse(written.content) as Figures) : null;
}
