import { useSyncExternalStore } from 'react';

/** An answer came since the browser said last that it is offline: some say so with a network. */
let isAnswered = false;
const listeners = new Set<() => void>();

function forgetAnswers(): void {
  isAnswered = false;
}

/**
 * Call it when a request leaves, and the result when the server has answered. An answer that was on its way
 * when the browser said that it is offline shows no network.
 */
export function watchAnswer(): () => void {
  const beganOffline = !navigator.onLine;
  return () => {
    if (navigator.onLine || beganOffline) noteAnswer();
  };
}

function noteAnswer(): void {
  if (isAnswered) return;
  isAnswered = true;
  window.addEventListener('offline', forgetAnswers, { once: true });
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** A browser may say that it is online without a network, and the reverse. */
export function isOffline(): boolean {
  return !navigator.onLine && !isAnswered;
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false);
}
