import type { Figures } from '@guilde/contracts/information/rules.ts';
import { createContext, use, useEffect, useState } from 'react';
import { usePlatform } from '../platform.ts';

/** The server writes these into the page. A part is null when it is unknown or not published. */
export type PageData = { figures: Figures | null; organiser: string | null };

const PageDataContext = createContext<PageData | null>(null);

/** The server provides the data, because it has no document to read them from. */
export const PageDataProvider = PageDataContext.Provider;

export function usePageData(): PageData {
  const given = use(PageDataContext);
  const [pageData] = useState(() => given ?? readPageData());
  return pageData;
}

function readPageData(): PageData {
  const content = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
  const figures = content('guilde:figures');
  return { figures: figures ? (JSON.parse(figures) as Figures) : null, organiser: content('author') };
}

/** Figures are fetched after a navigation from another page. They are null while unknown. */
export function useFigures(): Figures | null {
  const platform = usePlatform();
  const [figures, setFigures] = useState(usePageData().figures);
  useEffect(() => {
    if (figures) return;
    const controller = new AbortController();
    const load = async () => {
      const response = await platform.fetch('/api/information/figures', { signal: controller.signal });
      if (response.ok) setFigures((await response.json()) as Figures);
    };
    // The page works without them.
    load().catch(() => undefined);
    return () => controller.abort();
  }, [platform, figures]);
  return figures;
}
