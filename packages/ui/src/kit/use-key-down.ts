import { useEffect, useEffectEvent } from 'react';

/** The function is called for each key that is pressed on the page. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const listener = useEffectEvent(press);
  useEffect(() => {
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
