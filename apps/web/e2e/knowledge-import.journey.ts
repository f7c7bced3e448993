import { expect, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import type { Client } from '../../api/test/client.ts';
import { seriousFindings } from './accessible.ts';
import { browse, secured, signUp } from './people.ts';
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
    await dialog
      .getByLabel('Fichiers')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0xff]) });
    await expect(dialog.getByRole('alert')).toContainText('Ce fichier est abîmé');
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
  await expect(panel.getByText('Guilde n’a pas enregistré les messages de l’ancien groupe.')).toBeVisible();
  await expect(panel).not.toContainText(/Hortense|Gaspard|Bazire|Le Vern/);
  await panel.getByRole('button', { name: 'Approuver (Membres)' }).click();
  await expect(page.getByText('Résumé approuvé avec succès')).toBeVisible();
});
