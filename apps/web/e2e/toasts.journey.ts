import { expect, type Page, test } from '@playwright/test';
import { allOrSome } from '../../../scripts/extent.ts';
import type { Client } from '../../api/test/client.ts';
import { granted, join, postSos } from '../../api/test/scenes.ts';
import { browse, signUp } from './people.ts';
import { countPending } from './requests.ts';
import { type Server, startServer } from './server.ts';

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

const PHONE = { isMobile: true, hasTouch: true };
const NAVIGATION = 'nav[data-bottom-navigation]';

/** Karim mentions Claire, who gets a toast unless this conversation is open. */
async function nameClaire(conversationId: string, content: string): Promise<void> {
  const message = { id: crypto.randomUUID(), content, mentions: [claire.id] };
  granted(await karim.post(`/api/conversations/${conversationId}/messages`, message));
}

type Noted = { element: HTMLElement; top: number; points: { x: number; y: number }[] };
type Notes = { noted: Noted[] };

/** Notes the place of everything that can be touched now, and gives the number of elements. */
function noteTouchable(page: Page): Promise<number> {
  return page.evaluate(() => {
    const touchable = 'a, button, input, select, textarea, summary, [role="button"], [role="tab"]';
    const noted = [...document.querySelectorAll<HTMLElement>(touchable)].map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const points = [top + 2, (top + bottom) / 2, bottom - 2]
        .map((y) => ({ x: (left + right) / 2, y }))
        .filter(({ x, y }) => element.contains(document.elementFromPoint(x, y)));
      return { element, top, points };
    });
    const reached = noted.filter(({ points }) => points.length > 0);
    Object.assign(window, { noted: reached } satisfies Notes);
    return reached.length;
  });
}

/** Gives noted elements that a toast covers outside the `bar` (a CSS selector), and those that moved. */
function disturbed(page: Page, bar: string): Promise<{ covered: string[]; moved: string[] }> {
  return page.evaluate((selector) => {
    const { noted } = window as unknown as Notes;
    const toasts = [...document.querySelectorAll('[data-sonner-toast]')].map((toast) =>
      toast.getBoundingClientRect(),
    );
    const isCovered = ({ points }: Noted) =>
      points.some(({ x, y }) =>
        toasts.some(({ left, right, top, bottom }) => left < x && x < right && top < y && y < bottom),
      );
    const hasMoved = ({ element, top }: Noted) => Math.abs(element.getBoundingClientRect().top - top) > 1;
    const textOf = ({ element }: Noted) =>
      element.innerText || element.getAttribute('aria-label') || element.outerHTML;
    return {
      covered: noted.filter((one) => !one.element.closest(selector) && isCovered(one)).map(textOf),
      moved: noted.filter(hasMoved).map(textOf),
    };
  }, bar);
}

for (const viewport of allOrSome([
  { width: 320, height: 568 },
  { width: 375, height: 812 },
]))
  test(`on a phone of ${viewport.width} px a toast takes the place of a bar, and moves nothing`, async ({
    browser,
  }) => {
    const { page, context } = await browse(browser, server, claire, { ...PHONE, viewport });
    const open = await postSos(claire, { title: `Colis perdu, vu à ${viewport.width} px` });
    await join(karim, open.id);
    const other = await postSos(claire, { title: `Compte Google Ads suspendu, vu à ${viewport.width} px` });
    const conversation = await join(karim, other.id);
    const pending = countPending(page);
    // The page has finished its changes for the first of these messages.
    await nameClaire(conversation.id, 'Claire, tu es là ?');

    async function toastOn(text: string) {
      await nameClaire(conversation.id, text);
      const toast = page.locator('[data-sonner-toast][data-mounted="true"]', { hasText: text });
      await expect(toast).toBeVisible();
      return toast;
    }

    for (const [path, bar] of [
      ['/home', NAVIGATION],
      ['/profile', NAVIGATION],
      ['/settings/notifications', NAVIGATION],
      ['/knowledge', NAVIGATION],
      [`/sos/${open.id}`, NAVIGATION],
      [`/chat?sos=${open.id}`, 'main header'],
      ['/sos/new', 'main a[href="/sos"]'],
    ] as const)
      for (const share of [0, 1 / 2])
        await test.step(`${path.replace(/\?.*/, '')}, scrolled by ${share}`, async () => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
          // The buttons of menus and dialogs are made anew once their library is loaded.
          await expect(page.locator('[data-pending]')).toHaveCount(0);
          await expect.poll(pending).toBe(0);
          await page.evaluate((part) => {
            for (const element of document.querySelectorAll('html, main *'))
              if (element.scrollHeight > element.clientHeight)
                element.scrollTop = part * (element.scrollHeight - element.clientHeight);
          }, share);
          expect(await noteTouchable(page)).toBeGreaterThan(2);
          const toast = await toastOn(`Claire, vu ${path.slice(0, 9)} à ${share} ?`);
          expect((await toast.boundingBox())?.height).toBeLessThanOrEqual(57);
          expect(await disturbed(page, bar)).toEqual({ covered: [], moved: [] });
        });

    await test.step('a finger that was on its way to the bar reaches what it saw', async () => {
      await page.goto('/home');
      const tab = await page.getByRole('link', { name: 'Annuaire' }).filter({ visible: true }).boundingBox();
      if (!tab) throw new Error('The navigation has no place');
      // The protocol stops CSS animations.
      const devtools = await context.newCDPSession(page);
      await devtools.send('Animation.enable');
      await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
      await toastOn('Claire, encore une question');
      await page.touchscreen.tap(tab.x + tab.width / 2, tab.y + tab.height / 2);
      await expect(page).toHaveURL('/directory');
      await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
      await page.getByRole('button', { name: 'Ouvrir le chat' }).tap();
      await expect(page).toHaveURL(`/chat?sos=${other.id}`);
    });
    await context.close();
    for (const { id } of [open, other]) granted(await claire.post(`/api/sos/${id}/close`));
  });

test('on a wide window a toast covers no main action', async ({ browser }) => {
  const { page, context } = await browse(browser, server, claire, { viewport: { width: 1440, height: 900 } });
  const open = await postSos(claire, { title: 'Colis perdu, vu en grand' });
  await join(karim, open.id);
  const conversation = await join(
    karim,
    (await postSos(claire, { title: 'Compte suspendu, vu en grand' })).id,
  );
  for (const [path, action] of [
    ['/home', page.getByRole('link', { name: 'Lancer un SOS' })],
    ['/sos', page.getByRole('link', { name: 'Lancer un SOS' })],
    [`/sos/${open.id}`, page.getByRole('link', { name: 'Ouvrir le chat' })],
    ['/sos/new', page.getByRole('button', { name: 'Publier le SOS' })],
    [`/chat?sos=${open.id}`, page.getByRole('textbox', { name: 'Message' })],
  ] as const)
    await test.step(path.replace(/[?].*/, ''), async () => {
      await page.goto(path);
      await expect(action.filter({ visible: true })).toBeVisible();
      const text = `Claire, vu en grand ${path.slice(0, 9)} ?`;
      await nameClaire(conversation.id, text);
      const toast = page.locator('[data-sonner-toast][data-mounted="true"]', { hasText: text });
      await expect(toast).toBeVisible();
      const [shown, main] = [await toast.boundingBox(), await action.filter({ visible: true }).boundingBox()];
      if (!shown || !main) throw new Error('They have no place');
      const isApart =
        shown.x + shown.width <= main.x ||
        main.x + main.width <= shown.x ||
        shown.y + shown.height <= main.y ||
        main.y + main.height <= shown.y;
      expect(isApart).toBe(true);
    });
  await context.close();
});
