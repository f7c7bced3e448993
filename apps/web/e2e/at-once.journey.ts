import { expect, type Locator, type Page, test } from '@playwright/test';
import { allOrSome } from '../../../scripts/extent.ts';
import type { Client } from '../../api/test/client.ts';
import { granted, postSos, sendText } from '../../api/test/scenes.ts';
import { browse, expectToast, keepToast, signUp } from './people.ts';
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

const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };

const toastOf = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text });
const menuOf = (page: Page, name: RegExp) => page.getByRole('link', { name }).filter({ visible: true });

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return true;
  return a.y < b.y + b.height && b.y < a.y + a.height && a.x < b.x + b.width && b.x < a.x + a.width;
}

/** Waits for the end of the slide-in, before which the toast covers nothing. */
async function inPlace(toast: Locator): Promise<void> {
  await expect(toast).toHaveAttribute('data-mounted', 'true');
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
}

for (const [size, options] of allOrSome([
  ['a wide window', WIDE],
  ['a phone', PHONE],
] as const))
  test(`on ${size} author and helper see at once, on any page, that help is asked for and has come`, async ({
    browser,
  }) => {
    const author = (await browse(browser, server, claire, options)).page;
    const helper = (await browse(browser, server, karim, options)).page;
    await author.goto('/directory');
    await helper.goto('/knowledge');
    await expect(author.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(helper.getByRole('heading', { level: 1 })).toBeVisible();
    const title = `Paiements refusés, vus sur ${size}`;
    const sos = await postSos(claire, { title });

    await test.step('a wave asks: a toast, a dot, the first row of home', async () => {
      const toast = toastOf(helper, `Claire a besoin d’aide\u00a0: ${title}`);
      await keepToast(toast, 'Je peux aider');
      await expect(toast).toBeVisible();
      await expect(menuOf(helper, /^SOS ?, un SOS a besoin de toi$/)).toBeVisible();
    });

    await test.step('one action takes the seat; the author sees who came, and opens the chat', async () => {
      await toastOf(helper, title).getByRole('button', { name: 'Je peux aider' }).click();
      await expect(helper).toHaveURL(new RegExp(`/chat\\?sos=${sos.id}`));
      await expectToast(author, `Karim a rejoint ton SOS${title}`);
      await expect(menuOf(author, /^Chat ?, du nouveau dans ton SOS$/)).toBeVisible();
      await author.getByRole('link', { name: 'Accueil' }).filter({ visible: true }).first().click();
      await expect(author.getByRole('list', { name: 'À toi de jouer' }).getByRole('link').first()).toHaveText(
        `Karim a rejoint ton SOS\u00a0: «\u00a0${title}\u00a0»`,
      );
    });

    await test.step('the first message takes the place of the toast; it goes with the dot once it is read', async () => {
      const chat = granted(await karim.get<{ id: string }>(`/api/conversations/by-sos/${sos.id}`));
      await sendText(karim, chat.id, 'As-tu un numéro de dossier ?');
      const toast = toastOf(author, 'As-tu un numéro de dossier ?');
      const open = await keepToast(toast, 'Ouvrir le chat');
      const launch = author.getByRole('link', { name: 'Lancer un SOS' }).filter({ visible: true });
      await inPlace(toast);
      await expect.poll(() => overlap(toast, launch)).toBe(false);
      await open.click();
      await expect(author.getByRole('log')).toContainText('As-tu un numéro de dossier ?');
      await expect(author.locator('[data-sonner-toast]')).toHaveCount(0);
      await author.goto('/home');
      await expect(menuOf(author, /^Chat$/)).toBeVisible();
    });
    for (const page of [author, helper]) await page.context().close();
    granted(await claire.post(`/api/sos/${sos.id}/close`));
  });
