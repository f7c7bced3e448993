import { useEffect, useLayoutEffect, useRef } from 'react';

const positions = new Map<string, number>();

/**
 * Keeps how far an element was scrolled while the person is elsewhere, per `key`. Restored once, when the content is
 * `ready`; another key on the same element starts at the top.
 */
export function useKeptScroll(element: HTMLElement | null, key: string, ready: boolean): void {
  const shownKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!element || !ready || shownKey.current === key) return;
    const top = shownKey.current === null ? (positions.get(key) ?? 0) : 0;
    element.scrollTo({ top, behavior: 'instant' });
    shownKey.current = key;
  }, [element, key, ready]);
  useEffect(() => {
    if (!element || !ready) return;
    const remember = () => positions.set(key, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [element, key, ready]);
}
