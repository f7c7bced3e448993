import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

type Shown = { title: string; body: string; tag: string; silent: boolean };
type Recorder = { shown: Shown[]; click: (tag: string) => void };

let server: Server;
let claire: Client;
let karim: Client;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
});
test.afterAll(() => server.close());

async function record(context: BrowserContext) {
  await context.grantPermissions(['notifications'], { origin: server.url });
  await context.addInitScript(() => {
    const kept = new Map<string, Notification>();
    const recorder: Recorder = {
      shown: [],
      click: (tag) => kept.get(tag)?.onclick?.(new Event('click')),
    };
    class Recorded extends Notification {
      constructor(title: string, options: NotificationOptions = {}) {
        super(title, options);
        const { body = '', tag = '', silent } = options;
        kept.set(tag, this);
        recorder.shown.push({ title, body, tag, silent: silent ?? false });
      }
    }
    Object.assign(window, { Notification: Recorded, recorder });
  });
}

const recorderOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { recorder: Recorder }).recorder.shown);

async function shownOn(pages: Page[]) {
  const all = await Promise.all(
    pages.map(async (page) => (await recorderOf(page)).map((shown) => ({ page, ...shown }))),
  );
  return all.flat();
}
const bodiesOn = async (pages: Page[]) => (await shownOn(pages)).map(({ body }) => body);

/** Pages under test always have the focus, so losing it is simulated. */
async function look(page: Page, state: 'attentive' | 'visible' | 'hidden') {
  await page.evaluate((now) => {
    document.hasFocus = () => now === 'attentive';
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (now === 'hidden' ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** The page is connected, so that later messages reach it as events. */
async function openHome(page: Page) {
  const greeted = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => payload.toString().includes('"hello"')),
    );
  await page.goto('/home');
  await greeted;
}

const isLocked = (page: Page, name: string) =>
  page.evaluate(
    async (wanted) => (await navigator.locks.query()).held?.some((lock) => lock.name === wanted) ?? false,
    `guilde:${name}`,
  );

/** The page has taken the lock to notify of a message, and has checked whether another tab shows it. */
async function expectDecided(page: Page, messageId: string) {
  await expect.poll(() => isLocked(page, `event:${messageId}`)).toBe(true);
  // The page checks as soon as it holds the lock, and lock queries are answered in order.
  await isLocked(page, `event:${messageId}`);
}

async function openChat(): Promise<{ sosId: string; say: (content: string) => Promise<string> }> {
  const sosId = crypto.randomUUID();
  await claire.post('/api/sos', {
    id: sosId,
    category: 'sourcing',
    title: 'Colis bloqué en douane',
    description: 'Depuis une semaine, sans nouvelles du transporteur.',
    isUrgent: false,
    specialties: ['sourcing'],
  });
  const { body } = await karim.post<Conversation>(`/api/sos/${sosId}/join`);
  const say = async (content: string) => {
    const id = crypto.randomUUID();
    await karim.post(`/api/conversations/${body.id}/messages`, { id, content });
    return id;
  };
  return { sosId, say };
}

test('notifications of a member with two tabs: one per event, none for what is seen, a click opens the chat', async ({
  browser,
}) => {
  await claire.put('/api/settings', { ...DEFAULT_SETTINGS, pushExtracts: true });
  const { sosId, say } = await openChat();
  const { context, page: first } = await browse(browser, server, claire);
  await record(context);
  const second = await context.newPage();
  const tabs = [first, second];

  await test.step('nothing at the start, although something is unread', async () => {
    await say('Avant ta venue');
    for (const page of tabs) {
      await openHome(page);
      await expect(page.getByRole('link', { name: /^Chat/ }).first()).toContainText('1');
    }
    expect(await bodiesOn(tabs)).toEqual([]);
  });

  await test.step('both hidden: one notification for each message', async () => {
    for (const page of tabs) await look(page, 'hidden');
    await expect.poll(() => isLocked(first, 'attentive')).toBe(false);
    for (const content of ['Premier', 'Deuxième', 'Troisième']) await say(content);
    await expect.poll(() => bodiesOn(tabs)).toHaveLength(3);
    expect((await bodiesOn(tabs)).sort()).toEqual(['Deuxième', 'Premier', 'Troisième']);
  });

  await test.step('a click opens the right chat in the tab that showed it', async () => {
    const [newest] = (await shownOn(tabs)).filter(({ body }) => body === 'Troisième');
    if (!newest) throw new Error('The third message was not shown');
    const { page, tag, title } = newest;
    expect(title).toBe('Karim Benali · Colis bloqué en douane');
    await look(page, 'attentive');
    await page.evaluate((id) => (window as unknown as { recorder: Recorder }).recorder.click(id), tag);
    await expect(page).toHaveURL(`${server.url}/chat?sos=${sosId}`);
    await expect(page.getByRole('log')).toContainText('Troisième');
    // The page is left as soon as the message is read, and the server must still learn of it.
    await expect(page.getByRole('link', { name: /^Chat/ }).first()).not.toContainText('non lu');
    await openHome(page);
    await expect(page.getByRole('link', { name: /^Chat/ }).first()).not.toContainText('non lu');
    await look(page, 'hidden');
  });

  await test.step('one tab before the eyes: the other one says nothing', async () => {
    const before = (await bodiesOn(tabs)).length;
    await look(first, 'attentive');
    await expect.poll(() => isLocked(second, 'attentive')).toBe(true);
    const seen = await say('Tu vois la pastille');
    for (const page of tabs)
      await expect(page.getByRole('link', { name: /^Chat/ }).first()).toContainText('1');
    await expectDecided(second, seen);
    await look(first, 'hidden');
    await expect.poll(() => isLocked(second, 'attentive')).toBe(false);
    await say('Plus maintenant');
    await expect.poll(async () => (await bodiesOn(tabs)).length).toBeGreaterThan(before);
    const bodies = await bodiesOn(tabs);
    expect(bodies).toContain('Plus maintenant');
    expect(bodies).not.toContain('Tu vois la pastille');
  });

  await test.step('a chat that can be seen beside another window is not told of; an SOS for me is', async () => {
    await second.goto(`/chat?sos=${sosId}`);
    await expect(second.getByRole('log')).toContainText('Plus maintenant');
    await look(second, 'visible');
    await expect.poll(() => isLocked(first, `chat:${sosId}`)).toBe(true);
    await say('Sous tes yeux');
    await expect(second.getByRole('log')).toContainText('Sous tes yeux');
    await karim.post('/api/sos', {
      id: crypto.randomUUID(),
      category: 'ads',
      title: 'Annonces refusées',
      description: 'Toutes, depuis ce matin.',
      isUrgent: true,
      specialties: ['ads', 'data'],
    });
    const titles = async () => (await shownOn(tabs)).map(({ title }) => title);
    await expect.poll(titles).toContain('SOS urgent\u00a0: Annonces refusées');
    expect(await bodiesOn(tabs)).not.toContain('Sous tes yeux');
    expect((await titles()).filter((title) => title.startsWith('SOS urgent'))).toHaveLength(1);
  });
  await context.close();
});

test('the settings send a trial notification, and one tab follows the other', async ({ browser }) => {
  const { context, page } = await browse(browser, server, claire);
  await record(context);
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto('/settings');
  await page.getByRole('switch', { name: 'Son' }).click();
  await expect(other.getByRole('switch', { name: 'Son' })).toHaveAttribute('aria-checked', 'false');
  await other.getByRole('button', { name: 'Envoyer une notification d’essai' }).click();
  await expect.poll(() => recorderOf(other)).toMatchObject([{ title: 'Notification d’essai', silent: true }]);
  await page.getByRole('link', { name: 'Compte' }).click();
  await page.getByRole('radio', { name: 'Sombre' }).click();
  await expect(page.getByRole('radio', { name: 'Sombre' })).toBeChecked();
  await expect(other.locator('html')).toHaveClass(/dark/);
  await other.reload();
  await expect(other.locator('html')).toHaveClass(/dark/);
  await context.close();
});
