import { useEffect, useEffectEvent } from 'react';
import { MOBILE_BREAKPOINT } from './use-media.ts';

/** `history.state` has one mark on the page’s own entry, and one on the entry above it for all overlays. */
type HistoryMarks = { underOverlay?: string; overlay?: string } | null;

const closers: (() => void)[] = [];
/** It is null on the page’s own entry. */
let currentEntry: string | null = null;

function historyMarks(): HistoryMarks {
  return history.state as HistoryMarks;
}

/** All overlays of a page share one history entry above the page’s own. */
function ensureEntry(): void {
  const { overlay } = historyMarks() ?? {};
  if (overlay !== undefined) {
    currentEntry = overlay;
    return;
  }
  currentEntry = String(Math.random());
  history.replaceState({ ...historyMarks(), underOverlay: currentEntry }, '');
  history.pushState({ ...historyMarks(), underOverlay: undefined, overlay: currentEntry }, '');
}

function onPop(): void {
  const left = currentEntry;
  const { overlay = null, underOverlay } = historyMarks() ?? {};
  currentEntry = overlay;
  if (left === null || underOverlay !== left) return;
  // The overlay was closed in another way: this step back is for the page.
  if (closers.length === 0) {
    history.back();
    return;
  }
  closers.at(-1)?.();
  // Other overlays may be below it, and a busy one stays open.
  setTimeout(() => {
    if (closers.length > 0) ensureEntry();
  });
}

/**
 * On phones, going back closes the topmost overlay instead of leaving the page; `close` may refuse. Closing
 * in another way does not go back in history: that would undo a navigation.
 */
export function useCloseOnBack(close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!window.matchMedia(`(width < ${MOBILE_BREAKPOINT}px)`).matches) return;
    const closer = () => closeNow();
    if (closers.push(closer) === 1) window.addEventListener('popstate', onPop);
    ensureEntry();
    return () => {
      closers.splice(closers.indexOf(closer), 1);
    };
  }, []);
}
