import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { focusPage } from '../kit/focus-title.ts';

/**
 * Screen readers first find out that what had the focus is gone with the former page; a title that takes the focus before
 * is not read by all of them. In milliseconds.
 */
const GONE_MS = 100;

/**
 * Around every page. A new page takes the focus at its title, so that the keyboard and screen readers start there and one
 * hears where one is; unless the page has taken it itself. Not in the first document, which is read from its beginning.
 */
export function FocusAfterNavigation() {
  const location = useLocation();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const from = shown.current;
    shown.current = location.pathname;
    if (location.key === 'default') return;
    if (document.activeElement === document.body) return afterwards(keepFocusOnTitle);
    if (from === location.pathname) return;
    return hasFocusInside() ? titleOnceFocusIsLost() : keepFocusOnTitle();
  }, [location]);
  return <Outlet />;
}

function hasFocusInside(): boolean {
  const page = document.querySelector('main');
  return page !== document.activeElement && page?.contains(document.activeElement) === true;
}

/**
 * What has the focus may belong to a part of the former page that stays until the new part has come. Returns what ends it.
 */
function titleOnceFocusIsLost(): () => void {
  let next: (() => void) | undefined;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    end();
    next = afterwards(keepFocusOnTitle);
  });
  const end = () => {
    observer.disconnect();
    for (const event of GOING_ON) window.removeEventListener(event, end, true);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of GOING_ON) window.addEventListener(event, end, true);
  return () => {
    end();
    next?.();
  };
}

/** Starts something in a moment, if the focus is still nowhere. Returns what ends it. */
function afterwards(start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const timer = setTimeout(() => {
    if (document.activeElement === document.body) stop = start();
  }, GONE_MS);
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}

/**
 * Focuses the title: when it comes, and again when another takes its place with the page's data, until the person goes
 * on. Returns what ends it.
 */
function keepFocusOnTitle(): () => void {
  const lookAgain = () => {
    const { activeElement } = document;
    const isWaiting = activeElement === document.body || activeElement === document.querySelector('main');
    if (isWaiting && document.querySelector('main h1')) focusPage();
  };
  const observer = new MutationObserver(lookAgain);
  const stop = () => {
    observer.disconnect();
    for (const event of GOING_ON) window.removeEventListener(event, stop, true);
  };
  focusPage();
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of GOING_ON) window.addEventListener(event, stop, true);
  return stop;
}

const GOING_ON = ['keydown', 'pointerdown'] as const;
