import { useState } from 'react';
import { forgetWithMember } from '../kit/member-drafts.ts';

const drafts = new Map<string, string>();
forgetWithMember(() => drafts.clear());

export function hasPanelDraft(key: string): boolean {
  return drafts.has(key);
}

/**
 * Keeps the text typed in a panel until the page reloads, because Escape or a click outside closes the
 * panel. Call `forget` once it is sent or discarded.
 */
export function usePanelDraft(key: string, stored: string) {
  const [text, setText] = useState(() => drafts.get(key) ?? stored);
  return {
    text,
    change: (next: string) => {
      setText(next);
      if (next === stored) drafts.delete(key);
      else drafts.set(key, next);
    },
    forget: () => {
      setText(stored);
      drafts.delete(key);
    },
  };
}
