import { useEffect, useEffectEvent } from 'react';
import { MOBILE_BREAKPOINT } from './use-media.ts';

/** Marks in `history.state`: the page’s own entry, and the one above it for whatever stands over the page. */
type Marks = { underOverlay?: string; overlay?: string } | null;

/** What can be closed, the topmost last. */
const closers: (() => void)[] = [];
/** The entry of ours that is current; null while the page’s own is. */
let current: string | null = null;

function marks(): Marks {
  return history.state as Marks;
}

/** One entry for all that stands over a page, above the page’s own: going back meets it first. */
function arm(): void {
  const { overlay } = marks() ?? {};
  if (overlay !== undefined) {
    current = overlay;
    return;
  }
  current = crypto.randomUUID();
  history.replaceState({ ...marks(), underOverlay: current }, '');
  history.pushState({ ...marks(), underOverlay: undefined, overlay: current }, '');
}

function onPop(): void {
  const left = current;
  const { overlay = null, underOverlay } = marks() ?? {};
  current = overlay;
  if (left === null || underOverlay !== left) return;
  // What stood here was closed in another way: one step back is meant for the page.
  if (closers.length === 0) {
    history.back();
    return;
  }
  closers.at(-1)?.();
  // Others may stand below it, and one that is busy stays open.
  setTimeout(() => {
    if (closers.length > 0) arm();
  });
}

/**
 * While the component is shown on a phone, going back closes it instead of leaving the page. `close` closes the topmost
 * only; it may refuse. Nothing goes back by itself when it is closed in another way: that would undo a navigation.
 */
export function useBackCloses(close: () => void, isEnabled = true): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isEnabled || !window.matchMedia(`(width < ${MOBILE_BREAKPOINT}px)`).matches) return;
    const closer = () => closeNow();
    if (closers.push(closer) === 1) window.addEventListener('popstate', onPop);
    arm();
    return () => {
      closers.splice(closers.indexOf(closer), 1);
    };
  }, [isEnabled]);
}
