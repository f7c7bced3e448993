import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach } from 'vitest';

// As in the journeys: where the installation and the settings are, so that no client tells of another zone.
process.env.TZ = 'Europe/Paris';

// What only screen readers hear repeats what is shown: `spoken` asks for it.
// The first screen of a file also waits for its modules to be built, which a busy machine may take long for; a test that
// passes never waits that long.
configure({ asyncUtilTimeout: 90_000, defaultIgnore: 'script, style, [data-announcer] *' });

// jsdom knows neither media queries nor layout; screens only ask whether the window is wide, and it is.
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

// jsdom lays nothing out: what scrolls is as high as a window, so that virtual lists have rows.
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

// jsdom plays no transition: a toast would stay as invisible as it is at the moment it appears.
const shownAtOnce = document.createElement('style');
shownAtOnce.textContent = '[data-sonner-toast] { opacity: 1 !important }';
document.head.append(shownAtOnce);

// Sonner takes no toast away from a page that nobody sees; a busy machine would look for one after its few seconds.
Object.defineProperty(document, 'hidden', { configurable: true, value: true });

afterEach(() => {
  cleanup();
  // Sonner shows again, to the next test, what was on screen.
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
});
