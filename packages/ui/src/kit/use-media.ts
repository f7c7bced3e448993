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

/** Here a list stands beside what it opens; `two-panes` in styles.css is the same. */
export function useHasTwoPanes(): boolean {
  return useMedia('(min-width: 56.25rem)');
}

/** `compact` in styles.css is the same. */
export function useIsCompact(): boolean {
  return useMedia('(width < 48rem) or (height < 32rem)');
}

/** A side menu would take a third of a narrower window. */
export function useIsNarrow(): boolean {
  return !useMedia('(min-width: 1024px)');
}

export function useIsMobile(): boolean {
  return useMedia(`(width < ${MOBILE_BREAKPOINT}px)`);
}
