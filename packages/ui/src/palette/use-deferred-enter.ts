import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

const SELECTED = '[cmdk-item][data-selected="true"]';

/**
 * Results of the previous text stay until the new ones are there: Enter waits for these instead of opening an
 * old one. Pages and actions are filtered at once.
 */
export function useDeferredEnter(isSearching: boolean, typed: string, list: RefObject<HTMLElement | null>) {
  const [deferredFor, setDeferredFor] = useState<string | null>(null);
  const isDeferred = deferredFor !== null && deferredFor === typed;
  useEffect(() => {
    if (!isDeferred || isSearching) return;
    // The list selects its first option after it has rendered.
    const frame = requestAnimationFrame(() => {
      setDeferredFor(null);
      list.current?.querySelector<HTMLElement>(SELECTED)?.click();
    });
    return () => cancelAnimationFrame(frame);
  }, [isDeferred, isSearching, list]);
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isSearching) return;
    const value = list.current?.querySelector(SELECTED)?.getAttribute('data-value');
    if (value && /^(page|action) /.test(value)) return;
    event.preventDefault();
    setDeferredFor(typed);
  };
}
