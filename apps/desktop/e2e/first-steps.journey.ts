import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { secretsIn } from '@guilde/contracts/links.ts';
import { expect, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { PASSWORD, PEOPLE, signUp, sirenOf } from '../../web/e2e/people.ts';
import { type Server, startServer } from '../../web/e2e/server.ts';
import { startApp } from './app.ts';
import { postSos, SOS_ID, TITLE } from './community.ts';
import { goTo, signIn } from './members.ts';

let server: Server;
let nina: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await signUp(server, 'nina');
});
test.afterAll(() => server.close());

test('a link to an invitation starts the app on it, and the account made there is signed in for good', async ({
  browser,
}) => {
  await nina.post('/api/invitations', { vouched: true, email: PEOPLE.zoe.email });
  const { token, proof } = secretsIn(new URL(await server.linkMailedTo(PEOPLE.zoe.email)));
  const link = `guilde://invitation/${token}?proof=${proof}`;

  const app = await startApp(browser, server.url, { args: ['--enable-features=x', link, '--another'] });
  const page = await app.page();
  await expect(page.getByRole('heading', { name: 'Rejoindre Guilde' })).toBeVisible();
  await expect(page).not.toHaveURL(/token/);
  await page.getByLabel('E-mail').fill(PEOPLE.zoe.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmation du mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('SIREN').fill(sirenOf(PEOPLE.zoe.email));
  await page.getByLabel('Adresse de ta boutique').fill('boutique.exemple.fr');
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  expect(await app.context.cookies(), 'the page has no cookie').toEqual([]);
  await expect.poll(() => existsSync(app.sessionFile)).toBe(true);
  await app.quit();

  const again = await startApp(browser, server.url, { folder: app.fake.folder });
  const later = await again.page();
  await expect(later).toHaveURL(/\/profile-setup/);
  expect([...app.problems, ...again.problems]).toEqual([]);
  await again.quit();
  app.fake.remove();
});

test('on the web an invitation also offers the app, with the same link', async ({ browser }) => {
  await nina.post('/api/invitations', { vouched: true, email: PEOPLE.hugo.email });
  const link = new URL(await server.linkMailedTo(PEOPLE.hugo.email));
  const { token, proof } = secretsIn(link);
  const page = await browser.newPage();
  await page.goto(link.href);
  const offer = page.getByRole('link', { name: 'Ouvrir dans l’application' });
  await expect(offer).toHaveAttribute('href', `guilde://invitation/${token}?proof=${proof}`);
  await expect(page.getByRole('button', { name: 'Créer mon compte' })).toBeVisible();
  await expect(page).not.toHaveURL(/token/);
  await page.close();
});

test('a link waits through the sign-in, and signing out leaves nothing behind', async ({ browser }) => {
  const claire = await signUp(server, 'claire', nina);
  await postSos(claire, SOS_ID, TITLE);
  const app = await startApp(browser, server.url);
  const page = await app.page();
  await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);

  app.startAgain(`guilde://sos/${SOS_ID}/`);
  await expect(page).toHaveURL(/from=%2Fsos/);
  await signIn(page, 'claire');
  await expect(page.getByRole('heading', { name: TITLE }).first()).toBeVisible();
  await expect.poll(() => existsSync(app.sessionFile)).toBe(true);

  app.startAgain('guilde://sos/../admin', 'https://ailleurs.exemple/');
  app.startAgain('https://ailleurs.exemple/');
  const stored = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  await goTo(page, '/sos/new');
  await page.getByRole('textbox', { name: /Titre/ }).fill('À moitié écrit');
  await expect.poll(stored).toContain('À moitié écrit');
  await page
    .getByRole('button', { name: /Claire Martin/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await expect.poll(() => existsSync(app.sessionFile)).toBe(false);
  await expect.poll(stored, 'what was being written goes with the session').not.toContain('À moitié écrit');
  await expect.poll(() => app.fake.cachesCleared).toBeGreaterThan(0);
  await app.quit();

  const again = await startApp(browser, server.url, { folder: app.fake.folder });
  await expect((await again.page()).getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
  expect([...app.problems, ...again.problems]).toEqual([]);
  await again.quit();
  app.fake.remove();
});
