import { expect, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { type Receiver, startReceiver, verifierOf } from '../../api/test/webhook-receiver.ts';
import { seriousFindings } from './accessible.ts';
import { browse, expectToast, secured, signUp } from './people.ts';
import { listenForProblems } from './problems.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let receiver: Receiver;
let nina: Client;

test.beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServer({ WEBHOOK_TEST_ORIGIN: receiver.origin });
  nina = await secured(await signUp(server, 'nina'));
});
test.afterAll(async () => {
  await server.close();
  await receiver.stop();
});

async function callWith(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${server.url}/api/members`, { headers })).status;
}

test('an API key is made, used and revoked', async ({ browser }) => {
  const { page } = await browse(browser, server, nina);
  await page.goto('/admin/integrations');
  await page.getByRole('button', { name: 'Créer une clé' }).click();
  await page.getByLabel('Nom').fill('Zapier');
  await page.getByLabel('Lire l’annuaire').check();
  await page.getByRole('button', { name: 'Créer', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Ta nouvelle clé' });
  const key = await shown.getByLabel('Clé').inputValue();
  expect(await seriousFindings(page)).toEqual([]);
  await shown.getByRole('button', { name: 'Terminé' }).click();
  expect(await callWith(key)).toBe(200);
  await page.reload();
  await expect(page.getByText(/utilisée il y a/)).toBeVisible();
  await page.getByRole('button', { name: /^Révoquer/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' }).click();
  await expect(page.getByText('Révoquée', { exact: true })).toBeVisible();
  expect(await callWith(key)).toBe(401);
});

test('the page of the API loads everything from here, and asks a call', async ({ browser }) => {
  const { page } = await browse(browser, server, nina);
  const problems = listenForProblems(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto('/api/docs#/home/getHome');
  // Reading the description takes the viewer ten seconds of processor time.
  await page.getByRole('button', { name: 'Try it out' }).click({ timeout: 180_000 });
  await page.getByRole('button', { name: 'Execute', exact: true }).click();
  await expect(page.locator('.live-responses-table .response .response-col_status')).toContainText('200');
  await expect(page.getByRole('cell', { name: 'join-conversation' })).toBeVisible();
  expect(problems).toEqual([]);
  expect([...hosts]).toEqual([new URL(server.url).host]);
});

test('a webhook is made, tested, read in its log, played again and moved', async ({ browser }) => {
  const { page } = await browse(browser, server, nina);
  await page.goto('/admin/integrations');
  await page.getByRole('button', { name: 'Créer un webhook' }).click();
  await page.getByLabel('Adresse').fill(`${receiver.origin}/hook`);
  await page.getByLabel('Un SOS est lancé').check();
  await page.getByRole('button', { name: 'Créer', exact: true }).click();
  const made = page.getByRole('dialog', { name: 'Le secret du webhook' });
  const verifier = verifierOf(await made.getByLabel('Clé de signature').inputValue());
  await made.getByRole('button', { name: 'Terminé' }).click();

  await page.getByRole('button', { name: /^Journal/ }).click();
  const log = page.getByRole('dialog', { name: 'Journal des envois' });
  await expect(log.getByText('Aucun envoi pour l’instant.')).toBeVisible();
  await log.getByRole('button', { name: 'Envoyer un test' }).click();
  await expect(log.getByText('Un test')).toBeVisible();
  await expect(log.getByText('Reçu')).toBeVisible();
  expect(receiver.received.map(({ headers, body }) => verifier.verify(body, headers))).toEqual([
    expect.objectContaining({ type: 'test' }),
  ]);
  await log.getByRole('button', { name: /^Rejouer/ }).click();
  await expectToast(page, 'Envoi relancé');
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await seriousFindings(page)).toEqual([]);
  await log.getByRole('button', { name: 'Fermer' }).click();

  await page.getByRole('button', { name: /^Modifier/ }).click();
  const edit = page.getByRole('dialog', { name: 'Modifier le webhook' });
  await edit.getByLabel('Adresse').fill(`${receiver.origin}/ailleurs`);
  await edit.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText(`${receiver.origin}/ailleurs`)).toBeVisible();
});
