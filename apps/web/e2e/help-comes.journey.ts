import { expect, type Page, test } from '@playwright/test';
import { granted, postSos, sendText } from '../../api/test/scenes.ts';
import {
  type Installation,
  MISSING_FOR_INSTANCES,
  oneInstanceOnAFile,
  twoInstancesOnAServer,
} from './installations.ts';
import { browse, expectToast, keepToast, PEOPLE, signUp } from './people.ts';

let installation: Installation;

test.afterEach(() => installation.close());

const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };

const toastOf = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text });
const look = (page: Page, name: string) =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), animations: 'disabled' });

async function helpComes(browser: Parameters<typeof browse>[0]) {
  const { claire: authors, karim: helpers } = installation;
  const nina = await signUp(authors, 'nina');
  const claire = await signUp(authors, 'claire', nina);
  const karim = await signUp(authors, 'karim', nina);
  const zoe = await signUp(authors, 'zoe', nina);
  const atHome = (await browse(browser, authors, claire, WIDE)).page;
  const inDirectory = (await browse(browser, helpers, karim, WIDE)).page;
  const onPhone = (await browse(browser, helpers, zoe, PHONE)).page;
  await atHome.goto('/home');
  await inDirectory.goto('/directory');
  await onPhone.goto('/knowledge');
  for (const page of [atHome, inDirectory, onPhone])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const title = 'Tous mes paiements sont refusés depuis ce matin';
  const sos = await postSos(claire, { title, isUrgent: true });

  await test.step('both helpers see on their page that somebody needs them', async () => {
    for (const [page, name] of [
      [inDirectory, 'helper-directory-asked'],
      [onPhone, 'helper-phone-asked'],
    ] as const) {
      const action = await keepToast(
        toastOf(page, `Claire a besoin d’aide\u00a0: ${title}`),
        'Je peux aider',
      );
      await expect(action).toBeInViewport({ ratio: 1 });
      await look(page, name);
    }
  });

  await test.step('one action takes the seat and shows the SOS; the author at home sees who came', async () => {
    await toastOf(inDirectory, title).getByRole('button', { name: 'Je peux aider' }).click();
    await expect(inDirectory).toHaveURL(new RegExp(`/chat\\?sos=${sos.id}`));
    await expect(inDirectory.getByText(sos.description).filter({ visible: true })).toBeVisible();
    await look(inDirectory, 'helper-directory-in-chat');
    await expectToast(atHome, 'Karim a rejoint ton SOS');
    await expect(atHome.getByRole('list', { name: 'À toi de jouer' }).getByRole('link').first()).toHaveText(
      `Karim a rejoint ton SOS\u00a0: «\u00a0${title}\u00a0»`,
    );
    await look(atHome, 'author-home-joined');
  });

  await test.step('the phone is asked by the first row of home, and takes a seat on the alert card', async () => {
    await onPhone.goto('/home');
    await onPhone.getByRole('list', { name: 'À toi de jouer' }).getByRole('link').first().tap();
    await expect(onPhone.getByRole('heading', { name: title }).first()).toBeVisible();
    await look(onPhone, 'helper-phone-alert-card');
    await onPhone.getByRole('button', { name: 'Je peux aider' }).tap();
    await expect(onPhone).toHaveURL(new RegExp(`/chat\\?sos=${sos.id}`));
    await expect(onPhone.getByText(sos.description).filter({ visible: true })).toBeVisible();
    await look(onPhone, 'helper-phone-in-chat');
  });

  await test.step('the first message is seen at home too, and one action opens it', async () => {
    const composer = onPhone.getByRole('textbox', { name: /message/i });
    await composer.fill('Depuis quelle heure ?');
    await onPhone.getByRole('button', { name: 'Envoyer' }).tap();
    const open = await keepToast(toastOf(atHome, 'Depuis quelle heure ?'), 'Ouvrir le chat');
    await open.click();
    await expect(atHome.getByRole('log')).toContainText('Depuis quelle heure ?');
    await look(atHome, 'author-in-chat');
  });

  await test.step('who has closed the page has one mail about the helper and the first message, whose link leads there', async () => {
    const away = await postSos(nina, { title: 'Mon site ne répond plus', isUrgent: true });
    const action = await keepToast(toastOf(inDirectory, 'Nina a besoin d’aide'), 'Je peux aider');
    await action.click();
    await expect(inDirectory).toHaveURL(new RegExp(`/chat\\?sos=${away.id}`));
    const chat = granted(await karim.get<{ id: string }>(`/api/conversations/by-sos/${away.id}`));
    await sendText(karim, chat.id, 'Je regarde tout de suite.');
    const mail = await authors.mailTo(PEOPLE.nina.email, /^Karim a rejoint ton SOS/);
    expect(mail).toContain('Un message t’y attend.');
    const { page } = await browse(browser, authors, nina, PHONE);
    const link = /https?:\/\/\S+\/chat\S+/.exec(mail)?.[0] ?? '';
    const { pathname, search } = new URL(link);
    await page.goto(pathname + search);
    await expect(page.getByRole('log')).toContainText('Je regarde tout de suite.');
    await look(page, 'author-phone-from-mail');
  });
}

test('on a file, help is asked for, comes and is seen at once by four people', async ({ browser }) => {
  installation = await oneInstanceOnAFile();
  await helpComes(browser);
});

test('so it is on two instances on a server', async ({ browser }) => {
  test.skip(MISSING_FOR_INSTANCES.length > 0, `without ${MISSING_FOR_INSTANCES.join(', ')}`);
  installation = await twoInstancesOnAServer();
  await helpComes(browser);
});
