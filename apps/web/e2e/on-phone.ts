import { type Browser, expect } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { browse } from './people.ts';
import { countPending } from './requests.ts';
import type { Server } from './server.ts';

export const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };

/** Opens Nina's home on a phone with a worker that controls the page. */
export async function onPhone(browser: Browser, server: Server, nina: Client) {
  const { page, context } = await browse(browser, server, nina, PHONE);
  const pending = countPending(page);
  await context.grantPermissions(['notifications'], { origin: server.url });
  await page.goto('/home');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  return { page, context, pending };
}
