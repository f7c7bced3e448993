import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { openChat, postSos, sendText } from '../../api/test/scenes.ts';
import { USABLE } from '../bench/cold.ts';
import { browse, signUp } from './people.ts';
import { countPending } from './requests.ts';
import { type Server, startServer } from './server.ts';

/**
 * A cold page may transfer so many bytes of compressed scripts, with so many requests, until it is usable
 * (docs/performance.md#weights). The page itself is one of the requests.
 */
const LIMITS = {
  landing: { scripts: 111_000, requests: 8 },
  'sign-in': { scripts: 150_000, requests: 13 },
  home: { scripts: 178_000, requests: 16 },
  SOS: { scripts: 200_000, requests: 18 },
  chat: { scripts: 220_000, requests: 22 },
};
type Screen = keyof typeof LIMITS;
const SCREENS = Object.keys(LIMITS) as Screen[];

let server: Server;
let claire: Client;
let karim: Client;
let chatPath: string;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
  const { sos, conversation } = await openChat(karim, claire);
  await sendText(claire, conversation.id, 'Bonjour, quel est le message exact ?');
  chatPath = `/chat?sos=${sos.id}`;
});
test.afterAll(() => server.close());

const pathOf = (screen: Screen) =>
  ({ landing: '/', 'sign-in': '/auth', home: '/home', SOS: '/sos', chat: chatPath })[screen];

const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true };

/** Opens it with an empty cache. What is prefetched while the page is idle is left out, as with « save data ». */
async function openCold(browser: Parameters<typeof browse>[0], screen: Screen) {
  const isVisitor = screen === 'landing' || screen === 'sign-in';
  const visit = await browse(browser, server, isVisitor ? null : claire, PHONE);
  await visit.page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await visit.page.addInitScript(noteUsable, USABLE[screen]);
  return visit;
}

type Watched = Window & { usableAt?: number };

/** This runs in the page. */
function noteUsable(selector: string): void {
  const look = () => {
    if (document.querySelector(selector)) (window as Watched).usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

/** This runs in the page. */
function loadedUntilUsable() {
  const { usableAt = Number.NaN } = window as Watched;
  return performance
    .getEntries()
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ startTime }) => startTime <= usableAt)
    .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }));
}

async function usable(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => (window as Watched).usableAt ?? 0)).toBeGreaterThan(0);
}

for (const screen of SCREENS)
  test(`${screen} is usable with few scripts and few requests`, async ({ browser }) => {
    const { page, context } = await openCold(browser, screen);
    const pending = countPending(page);
    await page.goto(pathOf(screen));
    await usable(page);
    await expect.poll(pending).toBe(0);
    const loaded = await page.evaluate(loadedUntilUsable);
    const list = loaded.map(({ path, bytes }) => `${bytes} ${path}`).join('\n');
    const scripts = loaded.filter(({ path }) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(2);
    expect(
      scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      list,
    ).toBeLessThanOrEqual(LIMITS[screen].scripts);
    expect(loaded.length, list).toBeLessThanOrEqual(LIMITS[screen].requests);
    await context.close();
  });

/** Notes the requests to the API and what arrives by the live connection. */
function watchRequests(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
  });
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  return { asked, frames };
}

const repeated = (asked: string[]) => asked.filter((one, at) => asked.indexOf(one) !== at);

for (const screen of ['home', 'SOS', 'chat'] as const)
  test(`${screen} requests each thing once, and what is announced with the page is used`, async ({
    browser,
  }) => {
    const { page, context } = await openCold(browser, screen);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    const document = page.waitForResponse((answer) => answer.request().isNavigationRequest());
    const { asked, frames } = watchRequests(page);
    const pending = countPending(page);
    await page.goto(pathOf(screen));
    await expect.poll(() => frames[0]).toContain('"hello"');
    expect(JSON.parse(frames[0] ?? '')).toMatchObject({ type: 'hello', isComplete: true });
    await usable(page);
    // What follows the greeting has been requested when the answer to this one arrives.
    await page.evaluate(async () => (await fetch('/api/health/live')).text());
    await expect.poll(pending).toBe(0);
    expect(repeated(asked), asked.join('\n')).toEqual([]);
    const link = (await (await document).headerValue('link')) ?? '';
    const announced = [...link.matchAll(/<(\/api[^>]*)>/g)].map(([, path]) => `GET ${path}`);
    expect(announced.length).toBeGreaterThan(1);
    expect(asked).toEqual(expect.arrayContaining(announced));
    expect(complaints).toEqual([]);
    await context.close();
  });

test('what happens between the page and its live connection is shown all the same', async ({ browser }) => {
  const { page, context } = await openCold(browser, 'home');
  const connect = Promise.withResolvers<void>();
  await page.routeWebSocket('**/api/live*', async (socket) => {
    await connect.promise;
    socket.connectToServer();
  });
  const { asked } = watchRequests(page);
  await page.goto('/home');
  await usable(page);
  const title = 'Mes colis sont bloqués à la douane';
  await postSos(karim, { title });
  const before = [...asked];
  connect.resolve();
  await expect(page.getByRole('main').getByText(title)).toBeVisible();
  expect(repeated(before)).toEqual([]);
  const again = repeated(asked);
  expect(again).toContain('GET /api/home');
  expect(again).not.toContain('GET /api/settings');
  await context.close();
});

test('the code of other pages waits until the open page has its data', async ({ browser }) => {
  const { page, context } = await browse(browser, server, claire, PHONE);
  const history = Promise.withResolvers<void>();
  await page.route('**/api/conversations/*/messages*', async (route) => {
    await history.promise;
    await route.continue();
  });
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[role=log] li')) (window as Watched).usableAt ??= performance.now();
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
  await page.goto(chatPath);
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  await page.evaluate(async () => {
    for (let idles = 0; idles < 20; idles++) await new Promise((resolve) => requestIdleCallback(resolve));
  });
  expect((await loaded()).filter((path) => path.includes('knowledge-page'))).toEqual([]);
  history.resolve();
  await expect.poll(async () => (await loaded()).some((path) => path.includes('knowledge-page'))).toBe(true);
  // Nor does it start between the answer and the messages on the screen.
  const before = await page.evaluate(loadedUntilUsable);
  expect(before.map(({ path }) => path).filter((path) => /overlays|knowledge-page/.test(path))).toEqual([]);
  await context.close();
});
