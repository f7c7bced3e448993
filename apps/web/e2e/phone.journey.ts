import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { openChat } from '../../api/test/scenes.ts';
import { seriousFindings } from './accessible.ts';
import { deploy } from './builds.ts';
import { onPhone, PHONE } from './on-phone.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

/** Chromium reports a page with a service worker as online, even when the connection is cut. */
const NO_ANSWER = /Tu es hors ligne|Guilde ne répond pas/;

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

const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('guilde-files');
    return (await cache.keys()).map(({ url }) => new URL(url).pathname).sort();
  });

test('a browser finds an app to install, with icons that are as large as it says', async ({ browser }) => {
  const { page, context } = await browse(browser, server, null, PHONE);
  await page.goto('/');
  const cdp = await context.newCDPSession(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  const { data = '', errors } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  type Icon = { src: string; sizes: string };
  const { icons, shortcuts } = JSON.parse(data) as {
    icons: Icon[];
    shortcuts: { name: string; url: string; icons: Icon[] }[];
  };
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Lancer un SOS', '/sos/new'],
    ['Chat', '/chat'],
  ]);
  const listed = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (source) => {
          const { width, height } = await createImageBitmap(await (await fetch(source)).blob());
          return `${width}x${height}`;
        }),
      ),
    listed.filter(({ sizes }) => sizes !== 'any').map(({ src }) => src),
  );
  expect(sizes).toEqual(listed.filter(({ sizes }) => sizes !== 'any').map((icon) => icon.sizes));
  // There is nothing to cache for a visitor.
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
  await context.close();
});

test('the files of the product are kept, no answer of the server is; without a network the page says so', async ({
  browser,
}) => {
  const { page, context, pending } = await onPhone(browser, server, nina);
  // The previous page may still send requests.
  await page.goto('about:blank');
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // After a greeting the client would request again what may have changed since.
  await page.routeWebSocket('**/api/live*', () => undefined);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  // The toaster is fetched last, while the page is idle.
  await expect.poll(() => asked.some((path) => path.includes('/toaster-'))).toBe(true);
  await expect.poll(pending).toBe(0);
  expect(asked.filter((path) => path === '/api/home')).toHaveLength(1);
  expect(complaints).toEqual([]);
  const kept = await keptFiles(page);
  expect(kept).toEqual(expect.arrayContaining([expect.stringMatching(/^\/assets\/member-.*\.js$/)]));
  expect(
    kept.filter((path) => !/^\/assets\/|^\/(?:offline\.(?:html|js)|theme\.js|favicon\.svg)$/.test(path)),
  ).toEqual([]);

  await context.setOffline(true);
  await page.goto('/sos');
  await expect(page.getByRole('heading', { name: NO_ANSWER })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await expect(page).toHaveURL(/\/sos$/);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'SOS', level: 1 })).toBeVisible();

  await server.kill();
  await page.goto('/chat');
  await expect(page.getByRole('heading', { name: NO_ANSWER })).toBeVisible();
  // Once the server is back, the page comes by itself and takes the button away.
  const asksAgain = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await asksAgain;
  await server.start();
  await expect(page.getByRole('heading', { name: 'Mes Conversations', level: 1 })).toBeVisible();
  await context.close();
});

test('a new build replaces what was kept, without taking the page away', async ({ browser }) => {
  const { page, context, pending } = await onPhone(browser, server, nina);
  // While developer tools are attached, Chromium lets no worker take over from one that has a request, so the page
  // must not connect again to the restarted server and fetch what it missed.
  await page.goto('about:blank');
  await page.routeWebSocket('**/api/live*', () => undefined);
  await page.goto('/home');
  // The toaster is fetched last, while the page is idle.
  await expect
    .poll(() => keptFiles(page))
    .toEqual(expect.arrayContaining([expect.stringMatching(/\/toaster-.*-first/)]));
  await expect.poll(pending).toBe(0);
  deploy(webDir, '-second');
  await server.kill();
  await server.start();
  let loads = 0;
  page.on('load', () => loads++);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await expect
    .poll(async () => (await keptFiles(page)).filter((path) => path.includes('-first')))
    .toEqual([]);
  expect(loads).toBe(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  await expect
    .poll(() => keptFiles(page))
    .toEqual(expect.arrayContaining([expect.stringContaining('-second')]));
  await context.close();
});

test('« Installer Guilde » where the browser offers it, until one refuses', async ({ browser }) => {
  const { page, context } = await browse(browser, server, nina, PHONE);
  const offer = () =>
    page.evaluate(() => {
      const prompt = async () => {
        document.body.dataset.prompted = 'true';
        return { outcome: 'dismissed' };
      };
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
    });
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  const install = page.getByRole('button', { name: 'Installer Guilde' });
  await expect(install).toHaveCount(0);
  await offer();
  await install.click();
  await expect(page.locator('body')).toHaveAttribute('data-prompted', 'true');
  await expect(install).toHaveCount(0);
  await offer();
  await page.getByRole('button', { name: 'Ne plus proposer' }).click();
  await expect(install).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  await offer();
  await page.getByRole('link', { name: 'Profil', exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Réglages/ })
    .click();
  await page.getByRole('link', { name: /^Notifications/ }).click();
  await install.click();
  await expect(install).toHaveCount(0);
  await context.close();
});

test('the profile is saved from wherever one is in its form', async ({ browser }) => {
  const { page, context } = await browse(browser, server, nina, PHONE);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Modifier', exact: true }).click();
  const save = page.getByRole('button', { name: 'Enregistrer' });
  for (const field of ['Prénom', 'Bio (facultatif)']) {
    await page.getByLabel(field, { exact: true }).focus();
    await expect(page.getByLabel(field, { exact: true })).toBeInViewport();
    await expect(save).toBeInViewport({ ratio: 1 });
  }
  await save.tap();
  await expect(page.getByRole('button', { name: 'Modifier', exact: true })).toBeVisible();
  await context.close();
});

test('an iPhone is told how it is installed', async ({ browser }) => {
  const iphone = {
    ...PHONE,
    deviceScaleFactor: 2,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  };
  const { page, context } = await browse(browser, server, nina, iphone);
  await page.goto('/settings/notifications');
  await expect(page.getByText('Sur l’écran d’accueil')).toBeVisible();
  // iOS shows these while the installed app starts, and takes only a picture of exactly the screen's size.
  const pictures = page.locator('link[rel="apple-touch-startup-image"]');
  await expect(pictures).toHaveCount(4);
  const sizes = await pictures.evaluateAll((links) =>
    Promise.all(
      links.map(async (link) => {
        const picture = new Image();
        picture.src = link.getAttribute('href') ?? '';
        await picture.decode();
        return `${picture.width} × ${picture.height}`;
      }),
    ),
  );
  const [portrait, landscape] = ['750 × 1624', '1624 × 750'];
  expect(sizes).toEqual([portrait, portrait, landscape, landscape]);
  expect(await seriousFindings(page)).toEqual([]);
  await context.close();
});

/** These are the screen's size and the insets of the notch and the home indicator. */
const IPHONE = {
  upright: { width: 375, height: 812, top: 59, right: 0, bottom: 34, left: 0 },
  'on its side': { width: 812, height: 375, top: 0, right: 59, bottom: 21, left: 59 },
};

test('headers, composers and bars keep clear of the notch and of the line at the bottom', async ({
  browser,
}) => {
  const { sos } = await openChat(nina, await signUp(server, 'karim', nina));
  const { page, context } = await browse(browser, server, nina, PHONE);
  const cdp = await context.newCDPSession(page);
  // There is nothing to send yet.
  const record = page.getByRole('button', { name: 'Enregistrer un message vocal' });
  const publish = page.getByRole('button', { name: 'Publier le SOS' });
  const member = page.getByRole('button', { name: /Mon compte/ });
  for (const [position, { width, height, ...insets }] of Object.entries(IPHONE)) {
    const { top, right, bottom, left } = insets;
    const max = { topMax: top, rightMax: right, bottomMax: bottom, leftMax: left };
    await page.setViewportSize({ width, height });
    await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: { ...insets, ...max } });
    const upright = position === 'upright';
    const seen = {
      '/home': [
        page.getByRole('link', { name: 'Guilde, accueil' }),
        upright ? page.getByRole('link', { name: 'Accueil', exact: true }) : member,
        page.getByRole('link', { name: 'Lancer un SOS' }),
      ],
      '/sos/new': [page.getByRole('link', { name: 'Retour aux SOS' }), publish],
      [`/sos/${sos.id}`]: [page.getByRole('link', { name: 'Ouvrir le chat' })],
      [`/chat?sos=${sos.id}`]: [page.getByRole('button', { name: 'Actions de la conversation' }), record],
    };
    for (const [path, parts] of Object.entries(seen)) {
      await page.goto(path);
      for (const part of parts) {
        const shown = part.filter({ visible: true });
        const covered = async () => {
          const box = await shown.boundingBox();
          if (!box) return 'hidden';
          const sides = {
            top: box.y >= top,
            left: box.x >= left,
            right: box.x + box.width <= width - right,
            bottom: box.y + box.height <= height - bottom,
          };
          return Object.entries(sides).flatMap(([side, isClear]) => (isClear ? [] : [side]));
        };
        await expect.poll(covered, `${position}, ${path}, ${part.toString()}`).toEqual([]);
      }
    }
  }
  await context.close();
});
