import { useState } from 'react';

const kept = new Map<string, string>();

/** Whether something was begun under this key and neither sent nor given up. */
export function isTextKept(key: string): boolean {
  return kept.has(key);
}

/**
 * What somebody writes in a panel: Escape or a click beside it closes the panel, not the text. Until the page is loaded
 * anew; `forget` when it was sent or given up.
 */
export function useKeptText(key: string, stored: string) {
  const [text, setText] = useState(() => kept.get(key) ?? stored);
  return {
    text,
    change: (next: string) => {
      setText(next);
      if (next === stored) kept.delete(key);
      else kept.set(key, next);
    },
    forget: () => {
      setText(stored);
      kept.delete(key);
    },
  };
}
