import { expect, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import type { Client } from '../../api/test/client.ts';
import { seriousFindings } from './accessible.ts';
import { browse, expectToast, secured, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let nina: Client;

test.beforeAll(async () => {
  server = await startServer();
  nina = await secured(await signUp(server, 'nina'));
});
test.afterAll(() => server.close());

const said = (user: string, seconds: number, text: string) => ({
  type: 'message',
  user,
  ts: `${1764150000 + seconds}.000100`,
  thread_ts: '1764150000.000100',
  text,
});

function slackExport() {
  const files = {
    'users.json': [
      { id: 'U1', profile: { real_name: 'Hortense Bazire' } },
      { id: 'U2', profile: { real_name: 'Gaspard Le Vern' } },
    ],
    'sos/2025-11-26.json': [
      said('U1', 0, 'Stripe bloque mes virements depuis mardi. Une idée <@U2> ?'),
      said('U2', 60, 'Envoie le K-bis par le tableau de bord, puis relance le support chaque matin.'),
      said('U1', 120, 'Les virements sont repartis, merci Gaspard.'),
    ],
  };
  const entries = Object.entries(files).map(([name, json]) => [name, strToU8(JSON.stringify(json))]);
  return {
    name: 'export.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync(Object.fromEntries(entries))),
  };
}

test('a chosen thread of a Slack export becomes a masked draft, once', async ({ browser }) => {
  const { page } = await browse(browser, server, nina);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  for (const outcome of ['1 brouillon à relire.', '0 brouillon à relire. 1 échange était déjà importé.']) {
    await page.goto('/admin/summaries');
    await page.getByRole('button', { name: 'Importer…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importer de l’ancien groupe' });
    await dialog.getByLabel('Fichiers').setInputFiles({
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]),
    });
    await expect(dialog.getByRole('alert')).toContainText('Guilde ne reconnaît pas cet export.');
    await dialog.getByLabel('Fichiers').setInputFiles(slackExport());
    await dialog.getByText('Stripe bloque mes virements depuis mardi.').first().click();
    await expect(dialog.getByText(/Gaspard Le Vern\s: Envoie le K-bis/)).toBeVisible();
    expect(sent.join('')).not.toContain('K-bis par le tableau');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Stripe bloque mes virements depuis mardi.' }).check();
    await dialog.getByRole('combobox', { name: 'Catégorie' }).selectOption('Technique');
    await dialog.getByRole('button', { name: /^Importer 1/ }).click();
    await expect(dialog.getByRole('status')).toHaveText(outcome.replace(/(\d) /g, '$1\u00a0'));
    await dialog.getByRole('button', { name: 'Terminé' }).click();
    sent.length = 0;
  }
  await page.getByRole('link', { name: /Stripe bloque mes virements/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Guilde n’a que ce texte de l’ancien groupe.')).toBeVisible();
  await expect(panel).not.toContainText(/Hortense|Gaspard|Bazire|Le Vern/);
  await panel.getByRole('button', { name: 'Approuver (Membres)' }).click();
  await expectToast(page, 'Résumé approuvé avec succès');
});

const TABLE = `titre;probleme;solution;points;categorie;date;source
Colissimo facture le retour;"Le retour est facturé
deux fois.";Réclame par le site, ou appelle le 06 12 34 56 78.;"Garde le numéro.|Attends dix jours.";Sourcing;20/11/2025;WhatsApp
Pub refusée;Meta refuse.;;;Publicité;2024;
Retour facturé deux fois;"Le retour est facturé deux fois.";Réclame par le site, ou appelle le 06 12 34 56 78.;Garde le numéro.|Attends dix jours.;;;
Colis perdu;;Ouvre une enquête.;;Livraison;;`;

test('a chosen article of a table becomes a masked draft, and is published with its year', async ({
  browser,
}) => {
  const { page } = await browse(browser, server, nina);
  await page.goto('/admin/summaries');
  await page.getByRole('button', { name: 'Importer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importer de l’ancien groupe' });
  await dialog.getByLabel('Fichiers').setInputFiles({
    name: 'connaissances.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(TABLE, 'latin1'),
  });
  const rows = dialog.getByRole('listitem');
  await expect(rows.nth(1)).toContainText('sans solution');
  await expect(rows.nth(2)).toContainText('doublon de la ligne 2');
  await expect(rows.nth(3)).toContainText('catégorie inconnue');
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Colissimo facture le retour' }).check();
  await dialog.getByRole('button', { name: /^Importer 1/ }).click();
  await expect(dialog.getByRole('status')).toHaveText('1\u00a0brouillon à relire.');
  await dialog.getByRole('button', { name: 'Terminé' }).click();
  await page.getByRole('link', { name: /Colissimo facture le retour/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Importé : WhatsApp, 20 novembre 2025')).toBeVisible();
  await panel.getByRole('button', { name: 'Approuver (Membres)' }).click();
  await expectToast(page, 'Résumé approuvé avec succès');
  await page.goto('/knowledge');
  await page.getByRole('link', { name: /Colissimo facture le retour/ }).click();
  const article = page.getByRole('main');
  await expect(article.getByText(/^Repris de l’ancien groupe, 2025/)).toBeVisible();
  await expect(article).toContainText('Garde le numéro.');
  await expect(article).not.toContainText(/06 12|L’auteur du SOS/);
});
