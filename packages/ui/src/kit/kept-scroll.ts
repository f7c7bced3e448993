import { useLayoutEffect, useRef } from 'react';

/** Entries added above must not move the first visible one. */
type Place = { top: number; entry: { id: string; offset: number } | null };

const places = new Map<string, Place>();

export function keptEntry(id: string): { 'data-entry': string } {
  return { 'data-entry': id };
}

/** Per `key`; restores once the content is `ready`. Another key starts at the top. */
export function useKeptScroll(element: HTMLElement | null, key: string, ready: boolean): void {
  const shownKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!element || !ready || shownKey.current === key) return;
    const place = shownKey.current === null ? places.get(key) : undefined;
    element.scrollTo({ top: place?.top ?? 0, behavior: 'instant' });
    if (place?.entry) putBack(element, place.entry);
    shownKey.current = key;
  }, [element, key, ready]);
  useLayoutEffect(() => {
    if (!element) return;
    // This cleanup runs while the element is still in the document.
    return () => {
      if (shownKey.current !== null) places.set(shownKey.current, placeOf(element));
    };
  }, [element]);
}

function placeOf(element: HTMLElement): Place {
  const { scrollTop: top } = element;
  // At the top, new entries should be visible.
  if (top === 0) return { top, entry: null };
  const edge = element.getBoundingClientRect().top;
  const first = entriesOf(element).find((entry) => entry.getBoundingClientRect().bottom > edge);
  const id = first?.dataset.entry;
  return { top, entry: first && id ? { id, offset: first.getBoundingClientRect().top - edge } : null };
}

function putBack(element: HTMLElement, { id, offset }: NonNullable<Place['entry']>): void {
  const entry = entriesOf(element).find(({ dataset }) => dataset.entry === id);
  if (!entry) return;
  const edge = element.getBoundingClientRect().top;
  element.scrollBy({ top: entry.getBoundingClientRect().top - edge - offset, behavior: 'instant' });
}

function entriesOf(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('[data-entry]')];
}
