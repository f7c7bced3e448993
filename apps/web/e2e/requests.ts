import type { Page } from '@playwright/test';

/** How many requests of the page wait for their answer; counts those that it makes from now on. */
export function countPending(page: Page): () => number {
  let pending = 0;
  page.on('request', () => pending++);
  page.on('requestfinished', () => pending--);
  page.on('requestfailed', () => pending--);
  return () => pending;
}
