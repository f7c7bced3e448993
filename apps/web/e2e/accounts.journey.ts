import { type Browser, expect, type Request, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { browse, PASSWORD, signUp, sirenOf } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let nina: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await signUp(server, 'nina');
});
test.afterAll(() => server.close());

/** The result is the link of the confirmation mail. */
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
  // Playwright reports the page's own address with its fragment, which the browser does not send.
  expect(sent.join('\n').replaceAll(link, '')).not.toContain(hash.slice('#token='.length));
  await context.close();
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
