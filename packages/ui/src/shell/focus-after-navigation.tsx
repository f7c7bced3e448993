import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { focusPage } from '../kit/focus-title.ts';

/** Some screen readers do not read a title focused before they notice that the old element is gone. */
const FOCUS_LOST_MS = 100;

/**
 * Focuses the title of each new page, unless the page has moved the focus itself. The first page is left
 * alone, because screen readers read it from its start.
 */
export function FocusAfterNavigation() {
  const location = useLocation();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const from = shown.current;
    shown.current = location.pathname;
    if (location.key === 'default') return;
    if (document.activeElement === document.body) return afterDelay(keepFocusOnTitle);
    if (from === location.pathname) return;
    return hasFocusInside() ? focusTitleOnceLost() : keepFocusOnTitle();
  }, [location]);
  return <Outlet />;
}

function hasFocusInside(): boolean {
  const page = document.querySelector('main');
  return page !== document.activeElement && page?.contains(document.activeElement) === true;
}

/** The old page may keep the focus until the new part has loaded. Returns how to stop. */
function focusTitleOnceLost(): () => void {
  let next: (() => void) | undefined;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    end();
    next = afterDelay(keepFocusOnTitle);
  });
  const end = () => {
    observer.disconnect();
    for (const event of INPUT_EVENTS) window.removeEventListener(event, end, true);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of INPUT_EVENTS) window.addEventListener(event, end, true);
  return () => {
    end();
    next?.();
  };
}

/** It starts only if nothing has the focus by then. Returns how to stop. */
function afterDelay(start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const timer = setTimeout(() => {
    if (document.activeElement === document.body) stop = start();
  }, FOCUS_LOST_MS);
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}

/** Focuses the title again when loaded data replaces it, until the person moves on. Returns how to stop. */
function keepFocusOnTitle(): () => void {
  const refocus = () => {
    const { activeElement } = document;
    const isWaiting = activeElement === document.body || activeElement === document.querySelector('main');
    if (isWaiting && document.querySelector('main h1')) focusPage();
  };
  const observer = new MutationObserver(refocus);
  const stop = () => {
    observer.disconnect();
    for (const event of INPUT_EVENTS) window.removeEventListener(event, stop, true);
  };
  focusPage();
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of INPUT_EVENTS) window.addEventListener(event, stop, true);
  return stop;
}

const INPUT_EVENTS = ['keydown', 'pointerdown'] as const;
