import { useLayoutEffect } from 'react';

/**
 * While the component is shown, `--visible-height` on the document is the height above the on-screen keyboard, in browsers
 * that lay it over the page instead of shrinking the page (Safari on iOS). Unset wherever 100dvh is right.
 */
export function useVisibleHeight(): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const fit = () => {
      // A page that is zoomed in shows less of itself, and keeps its layout.
      const covered = viewport.scale === 1 ? window.innerHeight - viewport.height : 0;
      if (covered < 1) {
        style.removeProperty('--visible-height');
        return;
      }
      style.setProperty('--visible-height', `${viewport.height}px`);
      // The browser has scrolled the page to bring the field into sight.
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
