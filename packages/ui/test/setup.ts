import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, expect } from 'vitest';
import { loadOverlays } from '../src/kit/overlays.tsx';

// The installation and the settings use the same zone, so that no client reports another one.
process.env.TZ = 'Europe/Paris';

// Texts for screen readers alone repeat what is shown, and `spoken` gives them. The first screen of a file
// also waits for its modules to be built, which takes long on a busy machine; a test that passes never waits
// that long.
configure({ asyncUtilTimeout: 300_000, defaultIgnore: 'script, style, [data-announcer] *' });

// jsdom knows neither media queries nor layout. Screens only ask whether the window is wide, and it is.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: /min-width/.test(query),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;

// jsdom lays nothing out, so scrollers get a window's height, and virtual lists have rows.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 600 },
  clientWidth: { configurable: true, get: () => 800 },
});

class Watcher {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}
Object.assign(globalThis, { IntersectionObserver: Watcher, ResizeObserver: Watcher });

// jsdom plays no transition, and a toast would stay as invisible as when it appears.
const shownAtOnce = document.createElement('style');
shownAtOnce.textContent = '[data-sonner-toast] { opacity: 1 !important }';
document.head.append(shownAtOnce);

// Sonner keeps toasts on a hidden page; a busy machine would look for one after its few seconds.
Object.defineProperty(document, 'hidden', { configurable: true, value: true });

// A browser loads them as soon as a page is idle.
await loadOverlays();

// React reports only some of the blocks that stand where HTML allows phrases only.
const PHRASES = ['output', 'p', 'button', 'label', 'span', 'h1', 'h2', 'h3', 'h4'];
const BLOCKS = ['p', 'div', 'ul', 'ol', 'dl', 'table', 'section', 'form', 'h1', 'h2', 'h3'];

afterEach(() => {
  const misplaced = document.querySelectorAll(`:is(${PHRASES.join()}) :is(${BLOCKS.join()})`);
  const named = [...misplaced].map(({ outerHTML, parentElement }) => [parentElement?.tagName, outerHTML]);
  cleanup();
  // Sonner would show the toasts again in the next test.
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
  expect(named, 'blocks where HTML allows phrases only (RGAA 8.2)').toEqual([]);
});
