import { useSyncExternalStore } from 'react';

/** Narrower windows have the phone layout (docs/specification.md#client). */
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

/** A side menu would take a third of a narrower window. */
export function useIsNarrow(): boolean {
  return !useMedia('(min-width: 1024px)');
}

export function useIsMobile(): boolean {
  return useMedia(`(width < ${MOBILE_BREAKPOINT}px)`);
}
