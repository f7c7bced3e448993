import { expect, test } from '@playwright/test';
import { bulkList, csv, windows1252 } from '../../api/test/bulk-list.ts';
import type { Client } from '../../api/test/client.ts';
import { seriousFindings } from './accessible.ts';
import { browse, secured, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const DESKTOP = { viewport: { width: 1440, height: 900 } };

let server: Server;
let nina: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await secured(await signUp(server, 'nina'));
});
test.afterAll(() => server.close());

test('a leader invites three hundred merchants of a file', async ({ browser }) => {
  const list = bulkList(300);
  const { page } = await browse(browser, server, nina, DESKTOP);
  await page.goto('/admin/invitations');
  await page.getByRole('link', { name: 'Inviter en nombre' }).click();
  await page.getByLabel('Fichier CSV').setInputFiles({
    name: 'membres.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(windows1252(csv(list.lines))),
  });
  await expect(page.getByRole('heading', { name: /^Ta liste.: 300.lignes$/ })).toBeVisible();
  await expect(page.getByText('doublon de la ligne 2', { exact: true }).first()).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel(/^Nom de la liste/).fill('Groupe de Lyon');
  await page.getByLabel(/^Ton mot aux marchands/).fill('On déménage ici.\nÀ lundi, Nina');
  await page.getByLabel(/^Je connais ces marchands/).check();
  await page.getByRole('button', { name: /^Envoyer .* invitations$/ }).click();
  await expect(page.getByRole('heading', { name: 'Groupe de Lyon' })).toBeVisible();
  await expect(page.getByText(/^180 sur/)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});
