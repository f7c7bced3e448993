import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { deploy } from './builds.ts';
import { browse, expectToast, signUp } from './people.ts';
import { countPending } from './requests.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let nina: Client;
const webDir = mkdtempSync(join(tmpdir(), 'guilde-web-'));

test.beforeAll(async () => {
  deploy(webDir, '-first');
  server = await startServer({ WEB_DIR: webDir });
  nina = await signUp(server, 'nina');
});
test.afterAll(async () => {
  await server.close();
  rmSync(webDir, { recursive: true, force: true });
});

const PANEL = 'Cette page n’a pas pu être chargée';
const menu = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
const panel = (page: Page) => page.getByRole('alert').filter({ hasText: PANEL });

/** `sparing` plays a phone that saves data, on which nothing is prefetched. */
async function atHome(browser: Browser, { sparing = true } = {}) {
  const { page, context } = await browse(browser, server, nina);
  if (sparing)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
  let loads = 0;
  page.on('load', () => loads++);
  const pending = countPending(page);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  // A file that is still loading when the server stops or the network goes would be missing afterwards.
  await expect.poll(pending).toBe(0);
  return { page, context, loads: () => loads };
}

async function expectPanel(page: Page) {
  await expect(panel(page)).toBeVisible();
  await expect(menu(page, 'Accueil')).toBeVisible();
}

const memberMenu = (page: Page) => page.getByRole('button', { name: /Nina/ }).first();
const directory = (page: Page) => page.getByRole('heading', { name: 'Annuaire', level: 1 });

test('offline: the shell stays, and the screen comes by itself with the network', async ({ browser }) => {
  const { page, context, loads } = await atHome(browser);
  await context.setOffline(true);
  await menu(page, 'Annuaire').click();
  await expectPanel(page);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expectPanel(page);
  await menu(page, 'Accueil').click();
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  await menu(page, 'Annuaire').click();
  await expectPanel(page);
  expect(loads()).toBe(1);
  await context.setOffline(false);
  await expect(directory(page)).toBeVisible();
  await context.close();
});

test('offline: a network that comes back while the first attempt fails brings the screen, too', async ({
  browser,
}) => {
  const { page, context } = await atHome(browser);
  // The client asks for the server after the code has failed to load; here the network is back by then.
  await page.evaluate(() => {
    const ask = window.fetch.bind(window);
    window.fetch = async (...asked) => {
      if (asked[0] === '/' && !navigator.onLine) {
        document.documentElement.dataset.asks = 'true';
        await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
      }
      return ask(...asked);
    };
  });
  await context.setOffline(true);
  await menu(page, 'Annuaire').click();
  await expectPanel(page);
  await expect(page.locator('html')).toHaveAttribute('data-asks', 'true');
  await context.setOffline(false);
  await expect(directory(page)).toBeVisible();
  await context.close();
});

test('offline: a menu that was not fetched yet opens once the network is back', async ({ browser }) => {
  const { page, context } = await atHome(browser);
  await context.setOffline(true);
  await memberMenu(page).click();
  await context.setOffline(false);
  await expectToast(page, 'La suite n’a pas pu être chargée.');
  await memberMenu(page).click();
  await expect(page.getByRole('menuitem', { name: 'Se déconnecter' })).toBeVisible();
  await context.close();
});

test('offline: a message about what failed waits for the network instead of taking the page away', async ({
  browser,
}) => {
  const { page, context } = await atHome(browser);
  await memberMenu(page).click();
  const signOut = page.getByRole('menuitem', { name: 'Se déconnecter' });
  await expect(signOut).toBeVisible();
  await context.setOffline(true);
  await signOut.click();
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  await context.setOffline(false);
  await expectToast(page, 'Tu n’es pas connecté à Internet.');
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  await context.close();
});

test('the menu’s screens are fetched while the page rests, and open without a network', async ({
  browser,
}) => {
  const { page, context } = await atHome(browser, { sparing: false });
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    );
  await expect.poll(fetched).toContain('toaster-');
  await context.setOffline(true);
  for (const [link, title] of [
    ['Annuaire', 'Annuaire'],
    ['Base de connaissances', 'Base de connaissances'],
    ['Deals', 'Deals'],
  ] as const) {
    await menu(page, link).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  }
  await context.close();
});

test('during a restart: « Réessayer » opens the screen once the server is back', async ({ browser }) => {
  const { page, context } = await atHome(browser);
  await server.kill();
  await menu(page, 'Annuaire').click();
  await expectPanel(page);
  await server.start();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(directory(page)).toBeVisible();
  await context.close();
});

test('a tab left open across a deployment finds the files of its build for a day', async ({ browser }) => {
  const { page, context, loads } = await atHome(browser);
  deploy(webDir, '-second');
  await server.kill();
  await server.start();
  await menu(page, 'Annuaire').click();
  await expect(directory(page)).toBeVisible();
  expect(loads()).toBe(1);
  await context.close();
});

test('and after that day it loads the new build once, at the screen that was asked for', async ({
  browser,
}) => {
  const { page, context, loads } = await atHome(browser);
  deploy(webDir, '-third');
  await server.kill();
  rmSync(join(server.folder, 'web'), { recursive: true, force: true });
  await server.start();
  await menu(page, 'Annuaire').click();
  await expect(directory(page)).toBeVisible();
  await expect(page).toHaveURL(/\/directory$/);
  await expect.poll(loads).toBe(2);
  await context.close();
});

test('a build in which the screen is missing is loaded once, never in a loop', async ({ browser }) => {
  const { page, context, loads } = await atHome(browser);
  await context.route('**/assets/directory-page-*', (route) => route.fulfill({ status: 404 }));
  deploy(webDir, '-fourth');
  await server.kill();
  await server.start();
  await menu(page, 'Annuaire').click();
  await expect.poll(loads).toBe(2);
  await expectPanel(page);
  await menu(page, 'Accueil').click();
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  await menu(page, 'Annuaire').click();
  await expectPanel(page);
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeEnabled();
  expect(loads()).toBe(2);
  await context.close();
});
