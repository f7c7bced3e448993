import { useSyncExternalStore } from 'react';

/** Below this width the product is a phone application (docs/specification.md#client). */
export const MOBILE_BREAKPOINT = 768;

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Narrower than this, a menu beside the page would take a third of it. */
export function useIsNarrow(): boolean {
  return !useMedia('(min-width: 1024px)');
}

export function useIsMobile(): boolean {
  return useMedia(`(width < ${MOBILE_BREAKPOINT}px)`);
}
