import { useState } from 'react';

const kept = new Map<string, string>();

export function isTextKept(key: string): boolean {
  return kept.has(key);
}

/**
 * Text typed in a panel, kept until the page reloads: Escape or a click outside closes the panel. Call
 * `forget` once it is sent or discarded.
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
