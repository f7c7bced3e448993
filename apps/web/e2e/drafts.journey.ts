import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import type { PersonName } from '../../api/test/people.ts';
import { browse, PASSWORD, PEOPLE, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let nina: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await signUp(server, 'nina');
  await signUp(server, 'claire', nina);
});
test.afterAll(() => server.close());

const WORDS = 'Ma marge sur ce produit est de 61';
const title = (page: Page) => page.getByRole('textbox', { name: /Titre/ });

/** All that the browser keeps for this site. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const caches = await window.caches.keys();
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([localStorage, sessionStorage, document.cookie, caches, databases, history.state]);
  });

async function signIn(page: Page, name: PersonName) {
  await page.getByLabel('E-mail').fill(PEOPLE[name].email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
}

async function write(page: Page) {
  await title(page).fill(WORDS);
  await expect.poll(() => kept(page)).toContain(WORDS);
}

/** Proposals that were still being asked for would be refused with the session, and lead away. */
async function writeAndBeAnswered(page: Page) {
  const answered = page.waitForResponse(/\/api\/knowledge\/suggestions$/);
  await write(page);
  await answered;
}

test('words stay with their member: through a lost session, not through a sign-out', async ({ browser }) => {
  const { page, context } = await browse(browser, server, nina);
  await page.goto('/sos/new');
  await writeAndBeAnswered(page);

  await context.clearCookies();
  await page.getByRole('link', { name: 'Annuaire' }).first().click();
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByText('Ta session a expiré. Reconnecte-toi pour continuer.')).toBeVisible();
  expect(await kept(page)).toContain(WORDS);
  await signIn(page, 'nina');
  await expect(page).toHaveURL(/\/directory/);
  await page.goto('/sos/new');
  await expect(title(page)).toHaveValue(WORDS);

  await page.getByRole('button', { name: /Mon compte/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await expect.poll(() => kept(page)).not.toContain('marge');
  await context.close();
});

test('words are gone for whoever signs in after their member, and when the session was ended elsewhere', async ({
  browser,
}) => {
  const { page, context } = await browse(browser, server, null);
  await page.goto('/auth');
  await signIn(page, 'nina');
  await expect(page.getByRole('heading', { name: 'Bonjour Nina' })).toBeVisible();
  await page.goto('/sos/new');
  await writeAndBeAnswered(page);
  await context.clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/\/auth/);
  await signIn(page, 'claire');
  await expect(title(page)).toHaveValue('');
  await expect.poll(() => kept(page)).not.toContain('marge');

  await write(page);
  const elsewhere = await browse(browser, server, null);
  await elsewhere.page.goto('/auth');
  await signIn(elsewhere.page, 'claire');
  await expect(elsewhere.page).toHaveURL(/\/home$/);
  const ended = () => fetch('/api/auth/sessions', { method: 'DELETE' }).then(({ status }) => status);
  expect(await elsewhere.page.evaluate(ended)).toBe(200);
  await expect(page).toHaveURL(/\/auth/);
  await expect.poll(() => kept(page)).not.toContain('marge');
  await Promise.all([context.close(), elsewhere.context.close()]);
});
