import { randomUUID } from 'node:crypto';
import { secretsIn } from '@guilde/contracts/links.ts';
import { expect, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { granted } from '../../api/test/scenes.ts';
import { overflowOf, seriousFindings } from './accessible.ts';
import { PHONE } from './on-phone.ts';
import { browse, PASSWORD, secured, signUp, sirenOf } from './people.ts';
import { type Server, startServer } from './server.ts';

const MARC = 'marc@exemple.fr';
const LINKS = '/api/admin/access/links';

let server: Server;
let nina: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await secured(await signUp(server, 'nina'));
});
test.afterAll(() => server.close());

async function linkOfGroup(): Promise<string> {
  const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const link = { id: randomUUID(), groupName: 'Marchands de Lyon', endsOn, usesMax: 50 };
  granted(await nina.post(LINKS, link));
  return granted(await nina.get<{ url: string }[]>(LINKS))[0]?.url ?? '';
}

test('a merchant without an invitation asks by a link on the phone, is accepted and signs up', async ({
  browser,
}) => {
  const { page: phone } = await browse(browser, server, null, PHONE);
  await phone.goto(await linkOfGroup());
  await expect(phone.getByText('Marchands de Lyon')).toBeVisible();
  expect(await overflowOf(phone)).toBe(0);
  expect(await seriousFindings(phone)).toEqual([]);
  await phone.getByLabel('Prénom').fill('Marc');
  await phone.getByLabel('Nom', { exact: true }).fill('Petit');
  await phone.getByLabel('E-mail').fill(MARC);
  await phone.getByLabel('SIREN').fill(sirenOf(MARC));
  await phone.getByLabel('Adresse de ta boutique').fill('petit-velo.exemple');
  await phone.getByRole('button', { name: 'Envoyer ma demande' }).click();
  await expect(phone.getByRole('heading', { name: 'Demande envoyée' })).toBeVisible();

  const { page: office } = await browse(browser, server, nina, PHONE);
  await office.goto('/admin');
  await office.getByRole('link', { name: /Marc Petit/ }).click();
  const panel = office.getByRole('dialog', { name: 'Marc Petit' });
  await expect(panel.getByText(MARC)).toBeVisible();
  expect(await seriousFindings(office)).toEqual([]);
  await panel.getByRole('button', { name: 'Accepter' }).click();
  await expect(panel.getByText('Effacé avec la décision')).toBeVisible();

  const invitation = await server.linkMailedTo(MARC);
  expect(secretsIn(new URL(invitation)).proof).toBeTruthy();
  await phone.goto(invitation);
  await phone.getByLabel('E-mail').fill(MARC);
  await phone.getByLabel('SIREN').fill(sirenOf(MARC));
  await phone.getByLabel('Adresse de ta boutique').fill('petit-velo.exemple');
  await phone.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await phone.getByLabel('Confirm', { exact: false }).fill(PASSWORD);
  await phone.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(phone).toHaveURL(/\/welcome/);
});
