import { expect, type Page, test } from '@playwright/test';
import { overflowOf, seriousFindings, settle } from './accessible.ts';

export const PHONE = { viewport: { width: 375, height: 812 } };
export const WIDE = { viewport: { width: 1440, height: 900 } };

/** Takes pictures at both widths in both themes. The page has no serious finding of axe in either theme, and fits a window of 320 px. */
export async function check(page: Page, name: string) {
  const before = page.viewportSize() ?? WIDE.viewport;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    expect(await seriousFindings(page), `${name} ${colorScheme}`).toEqual([]);
    for (const { viewport } of [PHONE, WIDE]) {
      await page.setViewportSize(viewport);
      const path = test.info().outputPath(`${name}-${viewport.width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowOf(page), name).toBeLessThanOrEqual(0);
  await page.setViewportSize(before);
}
