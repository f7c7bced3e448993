import type { Page } from '@playwright/test';

/** Counts the page's pending requests, starting with those sent from now on. */
export function countPending(page: Page): () => number {
  let pending = 0;
  page.on('request', () => pending++);
  page.on('requestfinished', () => pending--);
  page.on('requestfailed', () => pending--);
  return () => pending;
}
