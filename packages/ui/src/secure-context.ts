/**
 * A browser has some of its features on https and localhost only: elsewhere they are undefined, which its types do not say.
 * All code takes them from here (scripts/browser.test.ts), so that each use looks whether they are there.
 */
export const secureNavigator: Partial<typeof globalThis.navigator> =
  typeof navigator === 'undefined' ? {} : navigator;

export function cacheStorage(): CacheStorage | undefined {
  return globalThis.caches;
}
