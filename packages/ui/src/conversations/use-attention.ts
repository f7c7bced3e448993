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

function isAttentive(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Somebody is looking: the window is visible and has the focus. */
export function useAttention(): boolean {
  return useSyncExternalStore(subscribe, isAttentive);
}
