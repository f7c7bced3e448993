import { useLayoutEffect } from 'react';

/**
 * Sets `--visible-height` to the height above the on-screen keyboard, where the keyboard covers the page
 * instead of shrinking it (Safari on iOS). It is unset where 100dvh is right.
 */
export function useVisibleHeight(): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const fit = () => {
      // A zoomed page also has a small viewport, but no keyboard over it.
      const covered = viewport.scale === 1 ? window.innerHeight - viewport.height : 0;
      if (covered < 1) {
        style.removeProperty('--visible-height');
        return;
      }
      style.setProperty('--visible-height', `${viewport.height}px`);
      // Safari has scrolled the page to show the field.
      window.scrollTo(0, 0);
    };
    fit();
    viewport.addEventListener('resize', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      style.removeProperty('--visible-height');
    };
  }, []);
}
