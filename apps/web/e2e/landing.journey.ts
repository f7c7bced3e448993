import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { browse, PASSWORD, PEOPLE, signUp } from './people.ts';
import { countPending } from './requests.ts';
import { type Server, startServer } from './server.ts';

let server: Server;

let founder: Client;

test.beforeAll(async () => {
  server = await startServer();
  founder = await signUp(server, 'nina');
});
test.afterAll(() => server.close());

test('the landing page needs nothing from elsewhere', async ({ browser }) => {
  const { page, context } = await browse(browser, server, null);
  const origins = new Set<string>();
  page.on('response', (answer) => origins.add(new URL(answer.url()).origin));
  const pending = countPending(page);
  const arrive = await holdClient(page);
  await page.goto('/', { waitUntil: 'commit' });
  const served = await page.locator('#root h1').elementHandle();
  arrive();
  // The client replaces the server's markup when it has rendered the page.
  await expect.poll(() => served?.evaluate(({ isConnected }) => isConnected)).toBe(false);
  await expect.poll(pending).toBe(0);
  expect([...origins]).toEqual([server.url]);
  await context.close();
});

test('it leads to signing in and to how one is invited', async ({ browser }) => {
  const { page, context } = await browse(browser, server, null);
  await page.goto('/');
  await expect(page.getByText('Marchands certifiés uniquement')).toBeVisible();
  // Nobody has joined yet, and figures are shown from ten on.
  await expect(page.getByText('s’en porte garant')).toBeVisible();
  await expect(page.getByText('SOS résolus')).toHaveCount(0);
  await page.getByRole('link', { name: 'Connexion membre' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeDisabled();
  await page.goto('/');
  await page.getByRole('link', { name: 'Comment obtenir une invitation' }).click();
  await expect(page).toHaveURL(/\/invitation-info$/);
  await context.close();
});

test('who signs in is not given the answers that the page got before', async ({ browser }) => {
  const claire = await signUp(server, 'claire', founder);
  const theo = await signUp(server, 'theo', founder);
  // There is no greeting, after which the client would request everything again.
  const visit = async (client: Client) => {
    const visited = await browse(browser, server, client);
    await visited.page.routeWebSocket('**/api/live*', () => undefined);
    return visited;
  };
  const signInAsClaire = async (page: Page) => {
    await page.getByLabel('E-mail').fill(PEOPLE.claire.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.waitForURL('/home');
    await expect(page.getByText('Aucun SOS pour l’instant')).toBeVisible();
  };
  const lapsed = await visit(claire);
  expect((await claire.post('/api/auth/sign-out')).status).toBe(200);
  await lapsed.page.goto('/home');
  await signInAsClaire(lapsed.page);
  await lapsed.context.close();
  // The server refuses this, because the person's profile is not complete.
  const newcomer = await visit(theo);
  await newcomer.page.goto('/home');
  await newcomer.page.getByRole('button', { name: 'Se déconnecter' }).press('Enter');
  await newcomer.page.waitForURL('/auth');
  await signInAsClaire(newcomer.page);
  await newcomer.context.close();
});

async function holdClient(page: Page): Promise<() => void> {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/start-[^/]*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  return arrive;
}

test('a visitor’s page stays where it is when its scripts come, and its links work before', async ({
  browser,
}) => {
  const { page, context } = await browse(browser, server, null, { viewport: { width: 412, height: 823 } });
  const arrive = await holdClient(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Connexion membre' }).click();
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  const before = await page.locator('#root section').boundingBox();
  arrive();
  await page.getByLabel('E-mail').fill(PEOPLE.claire.email);
  expect(await page.locator('#root section').boundingBox()).toEqual(before);
  await context.close();
});

test('a link with a secret shows nothing of the screen that it leads on from', async ({ browser }) => {
  const { page, context } = await browse(browser, server, null);
  const arrive = await holdClient(page);
  await page.goto('/auth#token=of-an-invitation', { waitUntil: 'commit' });
  await expect(page.locator('#root section')).toBeAttached();
  await expect(page.locator('#root')).toBeHidden();
  const looked = page.waitForRequest('**/api/invitations/lookup');
  arrive();
  expect((await looked).postDataJSON()).toMatchObject({ token: 'of-an-invitation' });
  await context.close();
});
