import type { PushPayload } from '@guilde/contracts/pushes/rules.ts';
import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { onPhone } from './on-phone.ts';
import { signUp } from './people.ts';
import { type Server, startServer } from './server.ts';
import { serviceWorkerOf } from './service-worker.ts';

let server: Server;
let nina: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await signUp(server, 'nina');
});
test.afterAll(() => server.close());

const MESSAGE: PushPayload = {
  id: 'one',
  kind: 'message',
  title: 'Colis bloqué en douane',
  body: 'Karim t’a écrit',
  path: '/sos/new',
  tag: 'conversation',
  badge: 3,
  silent: false,
};

/** Pages under test always have the focus until another page takes it. */
async function lookAway(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const other = await page.context().newPage();
  await other.bringToFront();
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);
}

test('a push is shown to whoever does not look, counts on the icon, and leads to its page', async ({
  browser,
}) => {
  const { page, context } = await onPhone(browser, server, nina);
  const worker = await serviceWorkerOf(context, page);
  const tags = async () => (await worker.shown()).map(({ tag }) => tag);

  await test.step('a window that is looking: a trial only', async () => {
    await worker.push(MESSAGE, { ...MESSAGE, kind: 'test', tag: 'test' });
    expect(await tags()).toEqual(['test']);
  });

  await test.step('looking elsewhere: one notification for each tag, the newest', async () => {
    await lookAway(page);
    await worker.push(MESSAGE);
    expect(await tags()).toEqual(['conversation', 'test']);
    await worker.push({ ...MESSAGE, id: 'two', body: 'Karim t’a encore écrit', badge: 4, silent: true });
    const [newest] = await worker.shown();
    expect(newest).toMatchObject({ title: MESSAGE.title, body: 'Karim t’a encore écrit', silent: true });
    expect(await worker.badge()).toBe(4);
  });

  await test.step('what cannot be read is shown as something new', async () => {
    await worker.push(null, 'not JSON', '{"title":4,"path":["/chat"]}');
    const general = (await worker.shown()).filter(({ tag }) => tag === 'guilde');
    expect(general).toMatchObject([{ title: 'Guilde', body: 'Il y a du nouveau pour toi.' }]);
  });

  await test.step('a click goes on in the window that is open, which keeps what it holds', async () => {
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await worker.click('conversation');
    await expect(page).toHaveURL(/\/sos\/new$/);
    expect(await page.evaluate(() => (window as unknown as { isSame?: boolean }).isSame)).toBe(true);
    expect(await tags()).not.toContain('conversation');
  });

  await test.step('an address that is not ours leads home', async () => {
    await worker.push({ ...MESSAGE, tag: 'foreign', path: '//elsewhere.example/path' });
    expect(await tags()).toContain('foreign');
    await worker.click('foreign');
    await expect(page).toHaveURL(/\/home$/);
  });
  await context.close();
});

test('pushes that come one close behind the other are all kept', async ({ browser }) => {
  const { page, context } = await onPhone(browser, server, nina);
  const worker = await serviceWorkerOf(context, page);
  await lookAway(page);
  const sent = Array.from({ length: 40 }, (_, index) => `conversation ${index}`);
  await worker.push(...sent.map((tag) => ({ ...MESSAGE, tag })));
  expect((await worker.shown()).map(({ tag }) => tag).sort()).toEqual(sent.sort());
  await context.close();
});

test('a window that was suspended at the wrong moment holds no push back', async ({ browser }) => {
  const { page, context } = await onPhone(browser, server, nina);
  const worker = await serviceWorkerOf(context, page);
  await page.evaluate(() => {
    const never = new Promise(() => undefined);
    return new Promise<void>((resolve) => {
      void navigator.locks.request('notifications', () => {
        resolve();
        return never;
      });
    });
  });
  await lookAway(page);
  await worker.push(MESSAGE);
  expect((await worker.shown()).map(({ tag }) => tag)).toEqual([MESSAGE.tag]);
  await context.close();
});
