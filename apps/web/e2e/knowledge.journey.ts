import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { storeArticle } from './articles.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const REFUND = 'Rembourser deux fois le même client';

let server: Server;
let claire: Client;

test.beforeAll(async () => {
  server = await startServer();
  claire = await signUp(server, 'claire', await signUp(server, 'nina'));
  storeArticle(server, {
    title: REFUND,
    summary: 'Le prestataire de paiement récupère le second virement quand on le prévient sous 48 heures.',
    keyPoints: [
      { text: 'Écrire au prestataire avec les deux références.', messages: [3] },
      { text: 'Garder la preuve du premier remboursement.', messages: [5] },
    ],
    category: 'legal',
  });
  storeArticle(server, {
    title: 'Photographier un produit sans studio',
    summary: 'Une fenêtre au nord et un drap suffisent.',
    keyPoints: [],
    category: 'conversion',
  });
});
test.afterAll(() => server.close());

const title = (page: Page) => page.getByLabel('Titre');

test('a member finds what the guild knows, and it finds the member who writes an SOS', async ({
  browser,
}) => {
  const { page, context } = await browse(browser, server, claire);

  await test.step('« remboursement » finds « rembourser », marked', async () => {
    await page.goto('/knowledge');
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2);
    await page.keyboard.press('/');
    await page.keyboard.type('remboursement');
    await expect(page).toHaveURL(/\?q=remboursement$/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1);
    await expect(page.locator('mark').first()).toHaveText('Rembourser');
  });

  await test.step('a misspelt word is read as the one that was meant, and an empty answer leads to an SOS', async () => {
    const search = page.getByRole('searchbox');
    await search.fill('prestatairre');
    await expect(page.getByText(/Voici ceux avec «\sprestataire\s»/)).toBeVisible();
    await expect(page.getByRole('link', { name: REFUND })).toBeVisible();
    await search.fill('zeppelin');
    await expect(page.getByText('Aucun résultat trouvé')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Lancer un SOS' })).toBeVisible();
    await search.fill('remboursement');
    await expect(page).toHaveURL(/\?q=remboursement$/);
  });

  await test.step('she reads it, and goes back to her search', async () => {
    await page.getByRole('link', { name: REFUND }).click();
    await expect(page.getByRole('heading', { level: 1, name: REFUND })).toBeVisible();
    await expect(page.getByText(/Résumé généré par IA, relu par l’équipe/)).toBeVisible();
    await page.getByRole('link', { name: 'Retour à la base de connaissances' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('remboursement');
  });

  await test.step('an SOS about the same finds the proposal, opened without losing a word', async () => {
    await page.goto('/sos/new');
    await title(page).fill('Un client remboursé deux fois');
    await expect(page.getByRole('heading', { name: /Déjà résolu/ })).toBeVisible();
    await page.getByRole('button', { name: REFUND }).click();
    const dialog = page.getByRole('dialog', { name: REFUND });
    await expect(dialog.getByText('Garder la preuve du premier remboursement.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(title(page)).toHaveValue('Un client remboursé deux fois');
    await expect(page.getByRole('button', { name: REFUND })).toBeFocused();
  });

  await test.step('it answers her question; she can still take that back', async () => {
    await page.getByRole('button', { name: REFUND }).click();
    await page.getByRole('button', { name: 'Ça répond à ma question' }).click();
    // Under the pointer the toast stays.
    await page.getByRole('button', { name: 'Annuler' }).hover();
    await expect(page).toHaveURL(/\/knowledge\/[0-9a-f-]+$/);
    await page.getByRole('button', { name: 'Annuler' }).click();
    await expect(title(page)).toHaveValue('Un client remboursé deux fois');
  });
  await context.close();
});
