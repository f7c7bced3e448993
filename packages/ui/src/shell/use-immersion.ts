import { useLayoutEffect } from 'react';
import { useAppStore } from './app-store.ts';

export function useImmersion(immersed: boolean): void {
  useLayoutEffect(() => {
    if (!immersed) return;
    useAppStore.setState({ isImmersed: true });
    return () => {
      useAppStore.setState({ isImmersed: false });
    };
  }, [immersed]);
}
