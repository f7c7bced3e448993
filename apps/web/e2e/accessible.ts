import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Gives the rule and elements of what axe finds serious or critical against WCAG 2.2 AA. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // The other mode reports from a second page, which takes two thirds of the time.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Waits until everything has arrived and nothing moves, except for endless animations. */
export async function settle(page: Page) {
  await expect(page.getByText('Chargement...')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/** The result is in pixels. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Finds texts that overflow the window or their own box, or that break within a word. */
async function cutOffIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOut = (element: HTMLElement) => {
      const { left, right } = element.getBoundingClientRect();
      if (right > window.innerWidth + 1 || left < -1) return true;
      // Chips and switches have a touch area that is a little larger than what is visible.
      if (element.scrollHeight > element.clientHeight + 8) return true;
      return getComputedStyle(element).display !== 'inline' && element.scrollWidth > element.clientWidth + 1;
    };
    const isBroken = (element: HTMLElement) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
          if (/[@.]\w/.test(word)) continue;
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) return true;
        }
      return false;
    };
    return [...document.querySelectorAll<HTMLElement>('h1, h2, h3, label, button, a[data-slot="button"]')]
      .filter(({ offsetWidth, offsetHeight }) => offsetWidth > 1 && offsetHeight > 1)
      .filter((element) => !element.closest('[role="tablist"], [aria-hidden="true"], .sr-only'))
      .filter((element) => isOut(element) || isBroken(element))
      .map((element) => element.innerText || element.ariaLabel || element.outerHTML.slice(0, 200));
  });
}

/** RGAA 10.12, WCAG 1.4.12 */
const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

export async function expectRoomForSpacedText(page: Page, what: string) {
  const cut = await cutOffIn(page);
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, SPACED);
  await settle(page);
  expect(await overflowOf(page), `${what} scrolls sideways with spaced text`).toBeLessThanOrEqual(0);
  const cutNow = await cutOffIn(page);
  expect(
    cutNow.filter((text) => !cut.includes(text)),
    `${what} with spaced text`,
  ).toEqual([]);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
}

export async function expectRoomForLargeText(page: Page, what: string) {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await settle(page);
  expect(await overflowOf(page), `${what} scrolls sideways with text at 200 %`).toBeLessThanOrEqual(0);
  expect(await cutOffIn(page), `${what} with text at 200 %`).toEqual([]);
}
