import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { browse, PASSWORD, PEOPLE, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let nina: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await signUp(server, 'nina');
});
test.afterAll(() => server.close());

const WORDS = 'Ma marge sur ce produit est de 61';
const title = (page: Page) => page.getByRole('textbox', { name: /Titre/ });

const kept = (page: Page) =>
  page.evaluate(async () => {
    const caches = await window.caches.keys();
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([localStorage, sessionStorage, document.cookie, caches, databases, history.state]);
  });

async function signIn(page: Page) {
  await page.getByLabel('E-mail').fill(PEOPLE.nina.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
}

/** Pending suggestions would be refused with the session, and the page would then navigate away. */
async function writeAndBeAnswered(page: Page) {
  const answered = page.waitForResponse(/\/api\/knowledge\/suggestions$/);
  await title(page).fill(WORDS);
  await expect.poll(() => kept(page)).toContain(WORDS);
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
  await signIn(page);
  await expect(page).toHaveURL(/\/directory/);
  await page.goto('/sos/new');
  await expect(title(page)).toHaveValue(WORDS);

  await page.getByRole('button', { name: /Mon compte/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await expect.poll(() => kept(page)).not.toContain('marge');
  await context.close();
});
