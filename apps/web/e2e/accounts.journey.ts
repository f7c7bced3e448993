import { type Browser, expect, type Request, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { browse, expectTold, PASSWORD, PEOPLE, signUp, sirenOf } from './people.ts';
import { type Server, startServer } from './server.ts';

const NEW_PASSWORD = 'un-autre-mot-de-passe';

let server: Server;
let nina: Client;
let claire: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
});
test.afterAll(() => server.close());

test('a forgotten password is replaced by mail, and that ends the other sessions at once', async ({
  browser,
}) => {
  const elsewhere = await browse(browser, server, claire);
  await elsewhere.page.goto('/home');
  await expect(elsewhere.page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();

  const { page, context } = await browse(browser, server, null);
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Mot de passe oublié' }).click();
  await page.getByLabel('E-mail').fill(PEOPLE.claire.email);
  await page
    .getByRole('button', { name: /envoyer|recevoir/i })
    .first()
    .click();
  await expectTold(page, 'Email envoyé !');
  const link = /https?:\/\/\S+/.exec(await server.mailTo(PEOPLE.claire.email, /mot de passe/i))?.[0] ?? '';
  await page.goto(link);
  await expect(page).not.toHaveURL(/token/);
  const save = page.getByRole('button', { name: 'Mettre à jour le mot de passe' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel(/Confirmation/).fill(NEW_PASSWORD);
  await save.click();
  await expect(page).toHaveURL(/\/auth/);
  await expect(
    page.getByText('Mot de passe mis à jour ! Vous pouvez maintenant vous connecter.').first(),
  ).toBeVisible();
  await expect(elsewhere.page).toHaveURL(/\/auth/);
  await expectTold(elsewhere.page, 'Déconnexion forcée pour votre sécurité');
  await page.getByLabel('E-mail').fill(PEOPLE.claire.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
  await page.goto(link);
  await expect(page).toHaveURL(/\/auth|\/home/);
  await context.close();
  await elsewhere.context.close();
});

/** Somebody who signs up in a browser of their own, by the link that Nina copied; what the confirmation mail links to. */
async function signUpByCopiedLink(browser: Browser, email: string) {
  const { body } = await nina.post<{ id: string }>('/api/invitations', { vouched: true, email });
  const { body: copied } = await nina.post<{ url: string }>(`/api/invitations/${body.id}/link`);
  const own = await browse(browser, server, null);
  await own.page.goto(copied.url);
  await own.page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await own.page.getByLabel('Confirmation du mot de passe', { exact: true }).fill(PASSWORD);
  await own.page.getByLabel('SIREN').fill(sirenOf(email));
  await own.page.getByLabel('Adresse de ta boutique').fill('boutique.exemple.fr');
  await own.page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(own.page.getByRole('heading', { name: 'Vérifie ta boîte de réception' })).toBeVisible();
  const link = /https?:\/\/\S+/.exec(await server.mailTo(email, /^Confirme/))?.[0] ?? '';
  return { ...own, link };
}

test('confirmed where one signed up: a scanner changes nothing, one click signs in, and no secret leaves the browser', async ({
  browser,
}) => {
  const { page, context, link } = await signUpByCopiedLink(browser, 'ines@exemple.fr');
  const { hash } = new URL(link);
  const scanned = await fetch(`${server.url}/api/auth/confirm?${hash.slice(1)}`, { redirect: 'manual' });
  expect(scanned.headers.get('location')).toBe(`/confirm${hash}`);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Confirmer mon adresse' })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/confirm`);
  expect(await (await page.request.get('/api/auth/account')).json()).toBeNull();
  await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
  await expect(page).toHaveURL(/\/profile-setup/);
  const sent = await Promise.all(
    requests.map(async (request) => [request.url(), (await request.allHeaders()).referer ?? ''].join(' ')),
  );
  expect(sent.length).toBeGreaterThan(2);
  // The page's own address is told with its fragment, which the browser keeps to itself.
  expect(sent.join('\n').replaceAll(link, '')).not.toContain(hash.slice('#token='.length));
  await context.close();
});

test('confirmed elsewhere, or where somebody is signed in: a password is chosen, and nobody loses their session unasked', async ({
  browser,
}) => {
  const first = await signUpByCopiedLink(browser, 'jade@exemple.fr');
  const lucie = await signUp(server, 'lucie', nina);
  const other = await browse(browser, server, lucie);
  await other.page.goto(first.link);
  await expect(other.page.getByText('lucie@exemple.fr')).toBeVisible();
  await expect(other.page.getByText('jade@exemple.fr')).toBeVisible();
  await other.page.getByRole('link', { name: /Garder ma session/ }).click();
  await expect(other.page.getByRole('heading', { name: 'Bonjour Lucie' })).toBeVisible();

  await other.page.goto(first.link);
  await other.page.getByRole('button', { name: 'Me déconnecter et continuer' }).click();
  await expect(other.page.getByRole('heading', { name: 'Choisis ton mot de passe' })).toBeVisible();
  await expect(other.page.getByLabel('E-mail')).toHaveValue('jade@exemple.fr');
  await other.page.getByLabel('Mot de passe', { exact: true }).fill(NEW_PASSWORD);
  await other.page.getByLabel('Confirmation du mot de passe', { exact: true }).fill(NEW_PASSWORD);
  await other.page.getByRole('button', { name: 'Confirmer et continuer' }).click();
  await expect(other.page).toHaveURL(/\/profile-setup/);

  // Whoever signed up with the address has neither the password nor the link any more.
  await first.page.goto(first.link);
  await expect(first.page.getByText(/Ce lien de confirmation est invalide ou a expiré/)).toBeVisible();
  await first.page.goto('/auth');
  await first.page.getByLabel('E-mail').fill('jade@exemple.fr');
  await first.page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await first.page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(first.page.getByLabel('Mot de passe', { exact: true })).toHaveAccessibleDescription(
    'Email ou mot de passe incorrect',
  );
  await first.context.close();
  await other.context.close();
});

test('a message typed and not yet sent survives a reload; all windows show one unread number', async ({
  browser,
}) => {
  const karim = await signUp(server, 'karim', nina);
  const zoe = await signUp(server, 'zoe', nina);
  const id = crypto.randomUUID();
  const sos = {
    id,
    category: 'tech',
    title: 'Paiements en panne',
    description: 'Depuis midi.',
    isUrgent: false,
    specialties: [],
  };
  await karim.post('/api/sos', sos);
  const { body } = await zoe.post<{ id: string }>(`/api/sos/${id}/join`);
  const first = await browse(browser, server, karim);
  const second = await browse(browser, server, karim);
  await second.page.goto('/home');
  await first.page.goto('/home');
  for (const content of ['Un.', 'Deux.']) {
    await zoe.post(`/api/conversations/${body.id}/messages`, { id: crypto.randomUUID(), content });
  }
  for (const { page } of [first, second]) {
    await expect(page.getByRole('link', { name: /^Chat/ }).first()).toContainText('2');
    await expect(page).toHaveTitle(/^\(2\)/);
  }
  await first.page.goto(`/chat?sos=${id}`);
  await expect(first.page.getByRole('log')).toContainText('Deux.');
  for (const { page } of [first, second]) await expect(page).not.toHaveTitle(/^\(/);
  await first.page.getByRole('textbox', { name: /message/i }).fill('Je vérifie les journaux');
  await first.page.reload();
  await expect(first.page.getByRole('textbox', { name: /message/i })).toHaveValue('Je vérifie les journaux');
  await first.context.close();
  await second.context.close();
});
