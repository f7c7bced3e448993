import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('focus', changed);
  window.addEventListener('blur', changed);
  document.addEventListener('visibilitychange', changed);
  return () => {
    window.removeEventListener('focus', changed);
    window.removeEventListener('blur', changed);
    document.removeEventListener('visibilitychange', changed);
  };
}

/** Somebody is looking at this very window now. */
export function isWindowFocused(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Somebody is looking: the window is visible and has the focus. */
export function useWindowFocus(): boolean {
  return useSyncExternalStore(subscribe, isWindowFocused);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** The window can be seen, whichever has the focus. */
export function useVisibility(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}
