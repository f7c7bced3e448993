import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { preview } from 'vite';
import type { Client } from '../../api/test/client.ts';
import { freePort } from '../../api/test/sqld.ts';
import { seriousFindings } from './accessible.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PRODUCTION = join(ROOT, 'out/web');
const KIT = join(ROOT, 'packages/ui/kit-page');
const kitDir = mkdtempSync(join(tmpdir(), 'guilde-kit-'));

let server: Server;
let nina: Client;
let kit: Awaited<ReturnType<typeof preview>>;
let kitUrl: string;

test.beforeAll(async () => {
  const build = ['build', KIT, '--outDir', kitDir, '--emptyOutDir', '--logLevel', 'error'];
  execFileSync(join(ROOT, 'node_modules/.bin/vite'), build, { cwd: ROOT, stdio: 'inherit' });
  const port = await freePort();
  kitUrl = `http://localhost:${port}`;
  kit = await preview({
    root: KIT,
    build: { outDir: kitDir },
    preview: { host: 'localhost', port, strictPort: true },
  });
  server = await startServer();
  nina = await signUp(server, 'nina');
});
test.afterAll(async () => {
  await server.close();
  await kit.close();
  rmSync(kitDir, { recursive: true, force: true });
});

test('the kit is accessible in all its states and in both themes', async ({ browser }) => {
  const { page, context } = await browse(browser, server, null);
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(kitUrl);
    await expect(page.getByRole('heading', { level: 1, name: 'Kit' })).toBeVisible();
    expect(await seriousFindings(page), `${width} px`).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
  }
  await context.close();
});

test('everything that a finger uses in the kit is 44 px high on a phone', async ({ browser }) => {
  const { page, context } = await browse(browser, server, null, {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
  });
  await page.goto(kitUrl);
  const light = page.getByRole('region', { name: 'Clair' });
  await expect(light).toBeVisible();
  const low = await light.evaluate((section) => {
    const controls = section.querySelectorAll<HTMLElement>(
      'button, select, input, textarea, [role="tab"], [data-slot="chip"], [data-slot="choice-card"]',
    );
    const isPartOfAnother = (one: HTMLElement) =>
      one.matches('[role="switch"], [data-variant="link"], label input') ||
      one.parentElement?.querySelector('[data-slot="input"]') !== null;
    // A pseudo-element enlarges the touch area around the visible shape.
    const heightOf = (one: HTMLElement) => {
      const after = getComputedStyle(one, '::after');
      const more = after.position === 'absolute' ? -2 * Math.min(0, Number.parseFloat(after.top) || 0) : 0;
      // It is placed inside the border.
      return Math.max(one.getBoundingClientRect().height, one.clientHeight + more);
    };
    return [...controls]
      .filter((one) => !isPartOfAnother(one) && heightOf(one) < 44)
      .map((one) => `${one.tagName} ${one.textContent} ${heightOf(one)}`);
  });
  expect(low).toEqual([]);
  await context.close();
});

test('forced colours take neither state nor shape from the kit', async ({ browser }) => {
  const { page, context } = await browse(browser, server, null, { forcedColors: 'active' });
  await page.goto(kitUrl);
  const light = page.getByRole('region', { name: 'Clair' });
  const fill = (selector: string, pseudo?: string) =>
    light
      .locator(selector)
      .first()
      .evaluate((element, part) => getComputedStyle(element, part).backgroundColor, pseudo);
  const chosen: [string, string][] = [
    ['[data-slot="chip"]:has(:checked)', '[data-slot="chip"]:not(:has(:checked))'],
    ['[data-slot="choice-card"]:has(:checked)', '[data-slot="choice-card"]:not(:has(:checked))'],
    ['[role="switch"][aria-checked="true"]', '[role="switch"][aria-checked="false"]'],
    ['[data-slot="button"][data-variant="default"]', '[data-slot="button"][data-variant="outline"]'],
  ];
  for (const [one, other] of chosen) expect(await fill(one), one).not.toBe(await fill(other));
  expect(await fill('[data-edge="accent"]', '::before')).not.toBe(await fill('[data-edge="accent"]'));
  expect(await fill('[role="switch"] > span')).not.toBe(await fill('[role="switch"]'));
  for (const shape of [
    '[data-slot="button"][data-variant="ghost"]',
    '[data-slot="state"]',
    '[data-slot="count"]',
  ])
    expect(
      await light
        .locator(shape)
        .first()
        .evaluate((element) => getComputedStyle(element).borderTopWidth),
      shape,
    ).toBe('1px');
  await context.close();
});

test('what is built for production has nothing of the kit’s page', () => {
  const texts = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:js|html)$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  const shown = /Par-dessus la page/;
  expect(texts(kitDir).some((text) => shown.test(text))).toBe(true);
  expect(texts(PRODUCTION).filter((text) => shown.test(text))).toEqual([]);
});

test('on a phone going back closes what stands over the page, then leaves the page', async ({ browser }) => {
  const { page, context } = await browse(browser, server, nina, { viewport: { width: 360, height: 640 } });
  await page.goto('/directory');
  await page.getByRole('link', { name: 'Accueil' }).click();
  await expect(page).toHaveURL(/\/home$/);
  const open = page.getByRole('button', { name: 'Informations et aide' });
  const panel = page.getByRole('dialog', { name: 'Informations et aide' });
  await open.click();
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/\/home$/);

  await open.click();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/directory$/);
  await context.close();
});

for (const [how, press, release] of [
  ['the mouse', (page: Page) => page.mouse.down(), (page: Page) => page.mouse.up()],
  ['the space bar', (page: Page) => page.keyboard.down(' '), (page: Page) => page.keyboard.up(' ')],
] as const)
  test(`a button that ${how} holds while its dialog is loaded opens it when it is released`, async ({
    browser,
  }) => {
    const { page, context } = await browse(browser, server, nina, { viewport: { width: 360, height: 640 } });
    const pressed = Promise.withResolvers<void>();
    await page.route('**/assets/overlays-*.js', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/assets/overlays-*.js');
    await page.goto('/home');
    const open = page.getByRole('button', { name: 'Informations et aide' });
    await open.hover();
    await open.focus();
    const library = (await asked).url();
    await press(page);
    pressed.resolve();
    // The page needs a frame after it has the library.
    await page.evaluate(async (url) => {
      await import(url);
      await new Promise(requestAnimationFrame);
    }, library);
    await release(page);
    await expect(page.getByRole('dialog', { name: 'Informations et aide' })).toBeVisible();
    await context.close();
  });

test('a phone has six destinations and its bar at home only', async ({ browser }) => {
  const { page, context } = await browse(browser, server, nina, { viewport: { width: 360, height: 640 } });
  await page.goto('/home');
  const destinations = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link');
  await expect(destinations).toHaveText(['Accueil', 'SOS', 'Chat', 'Annuaire', 'Résumés', /Profil$/]);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addStyleTag({ content: ':root { font-size: 200% }' });
  for (const label of await destinations.locator('span:last-child').all())
    expect(await label.evaluate((text) => text.scrollWidth <= (text.closest('li')?.clientWidth ?? 0))).toBe(
      true,
    );
  await destinations.last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeVisible();
  await destinations.nth(4).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Base de connaissances' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Guilde, accueil' })).toBeHidden();
  await context.close();
});

test('a network that is gone is said at once, and that it is back', async ({ browser }) => {
  const { page, context } = await browse(browser, server, nina);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Tu es hors ligne.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Tu es hors ligne.')).toHaveCount(0);
  await context.close();
});

test('a server that fails is said before the page gives up', async ({ browser }) => {
  const { page, context } = await browse(browser, server, nina);
  await page.goto('/home');
  let fails = 0;
  const enough = Promise.withResolvers<void>();
  await page.route('**/api/members?**', async (route) => {
    if (++fails > 1) await enough.promise;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Annuaire' }).first().click();
  await expect(page.getByText('Le serveur ne répond pas. Nouvel essai…')).toBeVisible();
  enough.resolve();
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await expect(page.getByText('Nouvel essai…')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

test('an address that leads nowhere keeps a member’s menu, and English is said to be English', async ({
  browser,
}) => {
  const { page, context } = await browse(browser, server, nina, { viewport: { width: 800, height: 700 } });
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1, name: /^Page introuvable/ })).toBeVisible();
  await expect(page.getByText('Oops! Page not found')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('Toggle Sidebar').first()).toHaveAttribute('lang', 'en');
  // The menu shows icons alone, because the page would otherwise have only two thirds of this window.
  await expect(page.getByRole('complementary')).toHaveAttribute('data-state', 'collapsed');
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await context.close();
});

test('« ? » shows the keys and c starts an SOS, but not while one writes', async ({ browser }) => {
  const { page, context } = await browse(browser, server, nina);
  await page.goto('/directory');
  await page.getByRole('searchbox').first().pressSequentially('c?');
  await expect(page.getByRole('searchbox').first()).toHaveValue('c?');
  await expect(page).toHaveURL(/\/directory/);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Raccourcis clavier' });
  // The focus is on the title, so that a screen reader reads the text from its beginning.
  await expect(keys.getByRole('heading', { name: 'Raccourcis clavier' })).toBeFocused();
  await page.keyboard.press('c');
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/sos\/new$/);
  await context.close();
});

async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.documentElement.scrollWidth > window.innerWidth
      ? [...document.querySelectorAll('main *')]
          .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
          .map(({ tagName, className }) => `${tagName} ${String(className)}`)
      : [],
  );
}
