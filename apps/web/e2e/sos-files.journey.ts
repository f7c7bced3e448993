import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { screenshot } from '../../api/test/uploads.ts';
import { seriousFindings } from './accessible.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let claire: Client;
let karim: Client;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
});
test.afterAll(() => server.close());

async function give(page: Page, target: string, how: 'paste' | 'drop', name: string): Promise<void> {
  const base64 = Buffer.from(await screenshot(900, 600, '#7a1f6f')).toString('base64');
  await page.locator(target).evaluate(
    (element, [event, bytes, fileName]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      data.items.add(new File([content], fileName, { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      if (event === 'paste')
        element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      else element.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }));
    },
    [how, base64, name] as const,
  );
}

test('an SOS is posted with files that outlast a reload, looked at by another, and corrected', async ({
  browser,
}) => {
  const { page } = await browse(browser, server, claire, { viewport: { width: 375, height: 760 } });
  const other = await browse(browser, server, karim, { viewport: { width: 1440, height: 900 } });
  await page.goto('/sos/new');
  await page.getByLabel('Titre').fill('Compte publicitaire suspendu');
  await page.getByLabel('Description').fill('Depuis ce matin, sans explication.');
  await page.getByRole('radio', { name: /Publicité/ }).press('Space');
  await page
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'ventes.csv', mimeType: 'text/csv', buffer: Buffer.from('jour;ventes\n1;12\n') },
    ]);
  const tray = page.getByRole('list', { name: 'Fichiers à envoyer' });
  await expect(tray.getByText('1 ko')).toBeVisible();
  await give(page, 'textarea', 'paste', 'alerte.png');
  await expect(tray.getByRole('button', { name: 'Décrire alerte.webp' })).toBeVisible();
  await page.route('**/api/files/*/parts/*', (route) => route.abort());
  await give(page, 'form', 'drop', 'perdue.png');
  await expect(tray.getByRole('progressbar')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await expect(page.getByRole('form').getByText('Brouillon enregistré')).toBeVisible();
  await page.screenshot({ path: 'out/tests/sos-files-form.png' });

  await page.reload();
  await expect(tray.getByRole('listitem')).toHaveCount(3);
  const lost = tray.getByRole('listitem').filter({ hasText: 'perdue.png' });
  await expect(lost.getByText('Pas encore envoyé à la fermeture.')).toBeVisible();
  const publish = page.getByRole('button', { name: 'Publier le SOS' });
  await publish.click();
  await expect(page.getByRole('form').getByText(/Un fichier n’a pas été envoyé/)).toBeVisible();
  await page.unroute('**/api/files/*/parts/*');
  const choosing = page.waitForEvent('filechooser');
  await lost.getByRole('button', { name: 'Ajouter à nouveau : perdue.png' }).click();
  const buffer = Buffer.from(await screenshot(900, 600, '#1f6f7a'));
  await (await choosing).setFiles([{ name: 'retrouvée.png', mimeType: 'image/png', buffer }]);
  await expect(tray.getByRole('button', { name: 'Décrire retrouvée.webp' })).toBeVisible();
  await expect(tray.getByRole('listitem')).toHaveCount(3);
  await tray.getByRole('button', { name: 'Retirer retrouvée.webp' }).click();
  await publish.click();
  const shown = page.getByRole('button', { name: 'Agrandir : photo sans description' });
  await expect(shown.locator('img')).toHaveJSProperty('naturalWidth', 720);
  await expect(page.getByRole('link', { name: /^Télécharger ventes.csv/ })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.screenshot({ path: 'out/tests/sos-files-phone.png' });

  await other.page.goto('/sos');
  const card = other.page.getByRole('link', { name: 'Compte publicitaire suspendu' });
  await expect(card).toHaveAccessibleDescription(/2\sfichiers/);
  await card.click();
  await other.page.getByRole('button', { name: 'Agrandir : photo sans description' }).click();
  const viewer = other.page.getByRole('dialog', { name: 'Photo sans description' });
  await expect(viewer.getByText(/^de Claire Martin, aujourd’hui \d\d:\d\d/)).toBeVisible();
  await other.page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await other.page.screenshot({ path: 'out/tests/sos-files.png' });

  await page.getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('menuitem', { name: 'Corriger' }).click();
  const dialog = page.getByRole('dialog', { name: 'Corriger ton SOS' });
  await dialog.getByRole('button', { name: 'Retirer ventes.csv' }).click();
  await dialog.locator('input[type=file]').setInputFiles([
    {
      name: 'suite.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await screenshot(600, 900, '#1f3d7a')),
    },
  ]);
  await expect(dialog.getByRole('button', { name: 'Décrire suite.webp' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.screenshot({ path: 'out/tests/sos-files-correction.png' });
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toBeHidden();
  for (const where of [page, other.page]) {
    await expect(where.getByRole('list', { name: 'Photos' }).getByRole('button')).toHaveCount(2);
    await expect(where.getByRole('link', { name: /^Télécharger ventes.csv/ })).toBeHidden();
  }
});
