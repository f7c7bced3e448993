import { useLayoutEffect } from 'react';
import { useAppStore } from './app-store.ts';

/** While `immersed`, the page has a phone's whole screen: neither top bar nor bottom navigation. */
export function useImmersion(immersed: boolean): void {
  useLayoutEffect(() => {
    if (!immersed) return;
    useAppStore.setState({ isImmersed: true });
    return () => {
      useAppStore.setState({ isImmersed: false });
    };
  }, [immersed]);
}
