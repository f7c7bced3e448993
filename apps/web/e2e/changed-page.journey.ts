import type { Conversation, Unread } from '@guilde/contracts/conversations/rules.ts';
import { entriesFor } from '@guilde/ui/admin/entries.ts';
import { INFORMATION_TABS } from '@guilde/ui/paths.ts';
import { routes } from '@guilde/ui/routes.tsx';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Client, createClient } from '../../api/test/client.ts';
import { dealInput } from '../../api/test/deal-scenes.ts';
import { eventInput } from '../../api/test/event-scenes.ts';
import type { Guilde } from '../../api/test/harness.ts';
import { granted, openChat, postSos, sendText } from '../../api/test/scenes.ts';
import { storeArticle } from './articles.ts';
import { changeTexts } from './changed-page.ts';
import { browse, PASSWORD, PEOPLE, secured, signUp } from './people.ts';
import { countPending } from './requests.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let clients: Record<'nina' | 'claire' | 'karim' | 'theo', Client>;
let chat: { sosId: string; id: string };
let examples: Record<string, string>;
let resetLink: string;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await secured(await signUp(server, 'nina'));
  clients = {
    nina,
    claire: await signUp(server, 'claire', nina),
    karim: await signUp(server, 'karim', nina),
    theo: await signUp(server, 'theo', nina),
  };
  const { id: sosId } = await postSos(clients.claire, { title: 'Colis bloqué en douane' });
  const { id } = granted(await clients.karim.post<Conversation>(`/api/sos/${sosId}/join`));
  chat = { sosId, id };
  examples = await oneOfEach();
  await createClient(server.url).post('/api/auth/reset-request', { email: PEOPLE.karim.email });
  const { pathname, search, hash } = new URL(await server.linkMailedTo(PEOPLE.karim.email));
  resetLink = pathname + search + hash;
});
test.afterAll(() => server.close());

/** The keys are the names of the parameters of the routes. */
async function oneOfEach(): Promise<Record<string, string>> {
  const { nina, claire, karim } = clients;
  granted(
    await nina.put('/api/admin/community', {
      events: true,
      deals: true,
      benchmarks: true,
      competitionRead: true,
    }),
  );
  const [event, deal] = [eventInput({ clock: { now: Date.now } } as Guilde), dealInput()];
  granted(await nina.post('/api/events', event));
  granted(await nina.post('/api/deals', deal));
  const { sos, conversation } = await openChat(nina, karim);
  await sendText(karim, conversation.id, 'Demande une révision avec le numéro de dossier.');
  granted(
    await nina.post(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: karim.id, rating: 5 }] }),
  );
  const article = { title: 'Compte suspendu', summary: 'Faire appel.', keyPoints: [] };
  const summaryId = storeArticle(server, { ...article, category: 'ads' });
  const [sosId, sourceId, userId] = [chat.sosId, sos.id, claire.id];
  return { sosId, sourceId, summaryId, userId, eventId: event.id, dealId: deal.id, code: 'x' };
}

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
  const pending = countPending(page);
  await page.goto(path);
  return { page, errors, pending };
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

/** It fails for a parameter without an example. */
function addressesOf(path: string): string[] {
  if (path === 'settings/:page?')
    return ['notifications', 'availability', 'account', 'security'].map((tab) => `/settings/${tab}`);
  if (path === 'information/:tab?') return INFORMATION_TABS.map((tab) => `/information/${tab}`);
  if (path === 'admin/:tab?/:openId?')
    return entriesFor('admin', true).flatMap(({ pages }) =>
      pages.map(({ tab, view }) => `/admin/${tab}${view ? `?view=${view}` : ''}`),
    );
  if (path === 'reset-password') return [resetLink];
  const filled = `/${path}`.replace(/:(\w+)\??/, (_, name: string) => {
    if (!examples[name]) throw new Error(`${path}: no example`);
    return examples[name];
  });
  return path.endsWith('?') ? [`/${path.slice(0, path.indexOf('/'))}`, filled] : [filled];
}

/** Guards stand around the routes of members, so that the depth says who may see them. */
function addressesAt(depths: readonly number[], list = routes, depth = 0): string[] {
  return list.flatMap(({ path, children }) => [
    ...(path && depths.includes(depth) ? addressesOf(path) : []),
    ...addressesAt(depths, children ?? [], depth + 1),
  ]);
}

const isAnother = (before: string) =>
  document.title !== before || document.querySelector('h1:not([data-left])') !== null;

for (const [who, depths] of [
  ['visitor', [2]],
  ['theo', [3]],
  ['nina', [4, 5, 6]],
] as const)
  test(`the screens of ${who} survive a program that changes texts, while they are gone through`, async ({
    browser,
  }) => {
    const { page, errors, pending } = await open(browser, who === 'visitor' ? null : clients[who], '/');
    for (const address of addressesAt(depths))
      await test.step(address, async () => {
        const before = await page.title();
        await page.evaluate((to) => {
          for (const title of document.querySelectorAll('h1')) title.dataset.left = '';
          history.pushState({}, '', to);
          dispatchEvent(new PopStateEvent('popstate', { state: {} }));
        }, address);
        await expect.poll(() => page.evaluate(isAnother, before)).toBe(true);
        await expect(page.locator('h1 font').first()).toBeAttached();
        await expect.poll(pending).toBe(0);
        // Switches and disclosures make parts of the page come and go without leaving it.
        const switches = page.getByRole('main').locator('[role="switch"]:visible, [aria-expanded]:visible');
        for (let index = 0; index < Math.min(6, await switches.count()); index++)
          await switches
            .nth(index)
            .click({ timeout: 2000 })
            .catch(() => undefined);
        await page.keyboard.press('Escape');
        await expectWhole(page, errors);
      });
  });
