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

export function isWindowFocused(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

export function useWindowFocus(): boolean {
  return useSyncExternalStore(subscribe, isWindowFocused);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** A visible window may lack the focus. */
export function useVisibility(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}
