import type { Conversation, Unread } from '@guilde/contracts/conversations/rules.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { granted, postSos, sendText } from '../../api/test/scenes.ts';
import { changeTexts } from './changed-page.ts';
import { browse, PASSWORD, PEOPLE, secured, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let clients: Record<'nina' | 'claire' | 'karim', Client>;
let chat: { sosId: string; id: string };

test.beforeAll(async () => {
  server = await startServer();
  const nina = await secured(await signUp(server, 'nina'));
  clients = {
    nina,
    claire: await signUp(server, 'claire', nina),
    karim: await signUp(server, 'karim', nina),
  };
  const { id: sosId } = await postSos(clients.claire, { title: 'Colis bloqué en douane' });
  const { id } = granted(await clients.karim.post<Conversation>(`/api/sos/${sosId}/join`));
  chat = { sosId, id };
});
test.afterAll(() => server.close());

/** Opens a page whose texts another program changes, and collects what went wrong in it. */
async function open(browser: Browser, client: Client | null, path: string) {
  const { page } = await browse(browser, server, client);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error' && /NotFoundError|removeChild|insertBefore/.test(line.text()))
      errors.push(line.text());
  });
  await page.addInitScript(changeTexts);
  await page.goto(path);
  return { page, errors };
}

async function expectWhole(page: Page, errors: string[]) {
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
  expect(errors).toEqual([]);
}

test('sign-in, refused and accepted, survives a program that changes texts', async ({ browser }) => {
  const { page, errors } = await open(browser, null, '/auth');
  await expect(page.locator('font').first()).toBeAttached();
  await page.getByLabel('E-mail').fill(PEOPLE.claire.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('pas celui-là du tout');
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(page.getByText('Email ou mot de passe incorrect').first()).toBeVisible();
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(page).toHaveURL(/\/home/);
  await expectWhole(page, errors);
});

test('an SOS is posted, and talked about, with changed texts', async ({ browser }) => {
  const { page, errors } = await open(browser, clients.claire, '/sos/new');
  const publish = page.getByRole('button', { name: 'Publier le SOS' });
  await publish.click();
  await expect(page.getByRole('textbox', { name: /^Titre/ })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('textbox', { name: /^Titre/ }).fill('Flux de produits refusé');
  // The page says with each pause that the draft is saved, and takes it away with the next key.
  await expect(page.getByRole('form').getByText('Brouillon enregistré')).toBeVisible();
  await page
    .getByRole('textbox', { name: /^(Description|Explique)/ })
    .fill('Le flux est refusé depuis hier, sans raison que je comprenne. Je l’ai envoyé deux fois.');
  await page.getByRole('radio').first().click();
  await publish.click();
  await expectWhole(page, errors);
  await page.goto(`/chat?sos=${chat.sosId}`);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.fill('Le bordereau est là : https://exemple.fr/a_ et voilà');
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await sendText(clients.karim, chat.id, 'Merci !');
  await expect(page.getByRole('log').getByText('Merci !')).toBeVisible();
  await field.pressSequentially('@kar');
  await expect(page.getByRole('option', { name: /Karim/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(field).toHaveValue('');
  await page.getByRole('log').getByRole('listitem').last().hover();
  await page
    .getByRole('log')
    .getByRole('button', { name: /^Actions du message/ })
    .last()
    .click();
  await page.keyboard.press('Escape');
  await expectWhole(page, errors);
});

test('the number that another program has wrapped is still counted up', async ({ browser }) => {
  const { body } = await clients.karim.get<Unread>('/api/conversations/unread');
  const { page, errors } = await open(browser, clients.karim, '/profile');
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  for (let sent = 1; sent <= 2; sent++) {
    await sendText(clients.claire, chat.id, `Message ${sent}`);
    await expect(
      menu.getByRole('link', { name: new RegExp(`^Chat\\D+${body.total + sent}\\b`) }),
    ).toBeVisible();
  }
  await expectWhole(page, errors);
});

for (const [who, paths] of [
  ['visitor', ['/terms', '/privacy', '/legal', '/accessibility', '/contact', '/invitation-info']],
  [
    'karim',
    [
      '/home',
      '/sos',
      '/chat',
      '/directory',
      '/knowledge',
      '/settings',
      '/settings/availability',
      '/settings/account',
      '/profile',
      '/information',
      '/announcements',
    ],
  ],
  [
    'nina',
    ['overview', 'queue', 'users', 'sos', 'messages', 'summaries', 'announcements', 'contact', 'journal'].map(
      (tab) => `/admin/${tab}`,
    ),
  ],
] as const)
  test(`the screens of ${who} survive a program that changes texts, while they are gone through`, async ({
    browser,
  }) => {
    const { page, errors } = await open(browser, who === 'visitor' ? null : clients[who], '/home');
    for (const path of paths) {
      await page.evaluate((to) => {
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      }, path);
      await expect(page).toHaveURL(new RegExp(path));
      await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
      await expect(page.getByRole('main').locator('font').first()).toBeAttached();
      // Switches and disclosures make parts of the page come and go without leaving it.
      const switches = page.getByRole('main').locator('[role="switch"]:visible, [aria-expanded]:visible');
      for (let index = 0; index < Math.min(6, await switches.count()); index++)
        await switches
          .nth(index)
          .click({ timeout: 2000 })
          .catch(() => undefined);
      await page.keyboard.press('Escape');
      await expectWhole(page, errors);
    }
  });
