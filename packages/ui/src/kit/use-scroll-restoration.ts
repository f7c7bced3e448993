import { useLayoutEffect, useRef } from 'react';

/** The position has an entry, because entries added above must not move the first visible one. */
type ScrollPosition = { top: number; entry: { id: string; offset: number } | null };

const positions = new Map<string, ScrollPosition>();

export function scrollAnchor(id: string): { 'data-entry': string } {
  return { 'data-entry': id };
}

/** Restores the position of `key` once the content is `ready`. Another key starts at the top. */
export function useScrollRestoration(element: HTMLElement | null, key: string, ready: boolean): void {
  const shownKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!element || !ready || shownKey.current === key) return;
    const position = shownKey.current === null ? positions.get(key) : undefined;
    element.scrollTo({ top: position?.top ?? 0, behavior: 'instant' });
    if (position?.entry) restoreAnchor(element, position.entry);
    shownKey.current = key;
  }, [element, key, ready]);
  useLayoutEffect(() => {
    if (!element) return;
    // This cleanup runs while the element is still in the document.
    return () => {
      if (shownKey.current !== null) positions.set(shownKey.current, positionOf(element));
    };
  }, [element]);
}

function positionOf(element: HTMLElement): ScrollPosition {
  const { scrollTop: top } = element;
  // At the top nothing is kept, so that new entries are visible.
  if (top === 0) return { top, entry: null };
  const edge = element.getBoundingClientRect().top;
  const first = entriesOf(element).find((entry) => entry.getBoundingClientRect().bottom > edge);
  const id = first?.dataset.entry;
  return { top, entry: first && id ? { id, offset: first.getBoundingClientRect().top - edge } : null };
}

function restoreAnchor(element: HTMLElement, { id, offset }: NonNullable<ScrollPosition['entry']>): void {
  const entry = entriesOf(element).find(({ dataset }) => dataset.entry === id);
  if (!entry) return;
  const edge = element.getBoundingClientRect().top;
  element.scrollBy({ top: entry.getBoundingClientRect().top - edge - offset, behavior: 'instant' });
}

function entriesOf(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('[data-entry]')];
}
