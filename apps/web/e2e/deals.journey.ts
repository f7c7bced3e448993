import { type DealDetail, REVIEW_AFTER_MS } from '@guilde/contracts/deals/rules.ts';
import { parisLocal } from '@guilde/contracts/paris-time.ts';
import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { granted } from '../../api/test/scenes.ts';
import { screenshot } from '../../api/test/uploads.ts';
import { check, PHONE, WIDE } from './looked-at.ts';
import { clockFrom, type MovedClock } from './moved-clock.ts';
import { browse, expectToast, PASSWORD, secured, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const DAY_MS = 86_400_000;

let clock: MovedClock;
let server: Server;

test.beforeAll(async () => {
  clock = clockFrom(Date.now());
  server = await startServer({}, clock);
});
test.afterAll(() => server.close());

const inDays = (days: number) => parisLocal(clock.now() + days * DAY_MS).slice(0, 10);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const seen = async (client: Client, id: string) => granted(await client.get<DealDetail>(`/api/deals/${id}`));

/** The dialog has its own button of the same name. */
async function commit(page: Page, quantity: string) {
  await button(page, 'Je m’engage').press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Quantité (étuis)').fill(quantity);
  await dialog.getByRole('checkbox').press('Space');
  await dialog.getByRole('button', { name: 'Je m’engage' }).press('Enter');
  await expect(page.getByText(`Tu t’engages sur ${quantity} étuis.`)).toBeVisible();
}

test('a deal from the idea to the review, by five people', async ({ browser }) => {
  const nina = await secured(await signUp(server, 'nina'));
  granted(await nina.put('/api/admin/community', { deals: true }));
  const claire = await signUp(server, 'claire', nina);
  const karim = await signUp(server, 'karim', nina);
  const zoe = await signUp(server, 'zoe', nina);
  const paul = await signUp(server, 'paul', nina);
  const others: Client[] = [nina, zoe, paul];
  const author = (await browse(browser, server, claire, PHONE)).page;
  const team = (await browse(browser, server, nina, WIDE)).page;
  const lead = (await browse(browser, server, karim, WIDE)).page;
  const approve = async () => {
    await team.goto('/admin/queue?kind=deal');
    await team.getByRole('row').nth(1).click();
    await button(team, 'Approuver').click();
    await expectToast(team, 'Deal approuvé');
  };

  const id =
    await test.step('the idea is written on a phone by keyboard, and survives a reload', async () => {
      await author.goto('/deals');
      await expect(author.getByText('Aucun deal ouvert.')).toBeVisible();
      await check(author, 'empty');
      await author.getByRole('link', { name: 'Proposer un deal' }).first().press('Enter');
      await author.getByLabel('Titre').fill('Étuis kraft recyclés');
      await author.getByLabel('Catégorie').selectOption('Emballage');
      await author.getByRole('textbox', { name: 'Besoin' }).fill('On commande tous les mêmes étuis kraft.');
      await expect(author.getByRole('form').getByText('Brouillon enregistré')).toBeVisible();
      await author.reload();
      await expect(author.getByLabel('Titre')).toHaveValue('Étuis kraft recyclés');
      await check(author, 'idea-form');
      await button(author, 'Proposer l’idée seule').press('Enter');
      await expect(author.getByText('L’équipe relit ce deal avant de le publier.')).toBeVisible();
      return author.url().split('/').at(-1) ?? '';
    });

  await test.step('the team lets members see it, one follows, another negotiates', async () => {
    await approve();
    await author.reload();
    await button(author, 'Je suis intéressé').press('Enter');
    await author.getByRole('radio', { name: '51 à 200' }).press('Space');
    await check(author, 'interested');
    await lead.goto(`/deals/${id}`);
    await check(lead, 'idea');
    await button(lead, 'Je négocie ce deal').click();
    await lead.getByRole('alertdialog').getByRole('button', { name: 'Je négocie' }).click();
    await expect(lead.getByRole('heading', { name: 'Ta négociation' })).toBeVisible();
    await expect(lead.getByText('1 intéressé.', { exact: true })).toBeVisible();
    await author.getByRole('link', { name: 'Ouvrir la conversation' }).press('Enter');
    await expect(author.getByText('1 intéressé', { exact: true })).toBeVisible();
    await check(author, 'questions');
    await author.getByRole('link', { name: 'Voir le deal' }).press('Enter');
  });

  await test.step('the lead writes an offer in two steps, with the tie and the proof of the public price', async () => {
    await lead.getByRole('link', { name: 'Proposer une offre' }).click();
    for (const [label, text] of [
      ['Fournisseur', 'Cartons du Nord'],
      ['Son site', 'https://cartons.exemple.fr'],
      ['Unité, au pluriel', 'étuis'],
      ['À partir de', '500'],
      ['Prix unitaire (€)', '0,42'],
      ['Conditions', 'Livraison en trois semaines.'],
      ['Objectif à atteindre', '500'],
      ['Clôture des engagements', inDays(10)],
    ] as const)
      await lead.getByLabel(label, { exact: true }).fill(text);
    await check(lead, 'conditions-form');
    await button(lead, 'Continuer').click();
    await lead.getByRole('radio', { name: 'Je suis client' }).press('Space');
    await lead.getByLabel(/^Prix public/).fill('0,55');
    await lead.getByLabel(/^Constaté le/).fill(inDays(-20));
    await button(lead, 'Envoyer l’offre').click();
    await expect(lead.getByText('Joins la preuve du prix constaté.')).toBeVisible();
    const buffer = Buffer.from(await screenshot(900, 600, '#7a1f6f'));
    await lead
      .locator('input[type=file]')
      .setInputFiles({ name: 'tarif.png', mimeType: 'image/png', buffer });
    await expect(lead.getByRole('button', { name: 'Décrire tarif.webp' })).toBeVisible();
    await check(lead, 'tie-form');
    await button(lead, 'Envoyer l’offre').click();
    await expect(lead.getByText('L’équipe relit ton offre avant d’ouvrir le deal.')).toBeVisible();
    await approve();
  });

  await test.step('five commit, each with consent; the sum is shown once a day', async () => {
    await expect(author.getByText('Karim achète chez ce fournisseur. Aucune rémunération.')).toBeVisible();
    await expect(author.getByText(/^Prix public constaté le .*0,55\s€ \(preuve jointe\)\.$/)).toBeVisible();
    const proof = author.getByRole('button', { name: /^Agrandir/ }).locator('img');
    await proof.scrollIntoViewIfNeeded();
    await expect
      .poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(1);
    await check(author, 'open');
    await commit(author, '200');
    await check(author, 'committed');
    await commit(lead, '100');
    const { revision } = await seen(claire, id);
    for (const client of others)
      granted(await client.post(`/api/deals/${id}/commit`, { quantity: 100, consent: true, revision }));
    await clock.advance(DAY_MS);
    await author.goto('/deals');
    await expect(author.getByText('5 boutiques, 600 étuis', { exact: true })).toBeVisible();
    await check(author, 'list');
  });

  await test.step('the goal is reached at the close, and the lead takes the list along', async () => {
    await clock.advance(11 * DAY_MS);
    await lead.reload();
    await expect(lead.getByText('Objectif atteint : 5 boutiques, 600 étuis.')).toBeVisible();
    await check(lead, 'reached');
    const download = lead.waitForEvent('download');
    await button(lead, 'Exporter en CSV').click();
    await lead.getByRole('alertdialog').getByRole('button', { name: 'Exporter' }).click();
    expect((await download).suggestedFilename()).toBe('engagements.csv');
    await button(lead, 'Conclure le deal').click();
    await lead.getByRole('alertdialog').getByRole('button', { name: 'Conclure le deal' }).click();
    await expect(lead.getByRole('heading', { name: 'Ta négociation' })).toBeFocused();
    const promise = lead.getByRole('radiogroup', { name: /^Engagement.*Claire/ });
    await promise.getByRole('radio', { name: 'Tenu', exact: true }).press('Space');
    await expect.poll(async () => (await seen(claire, id)).commitment?.state).toBe('kept');
    await check(lead, 'concluded');
  });

  await test.step('thirty days after, each says whether the price was kept', async () => {
    await clock.advance(REVIEW_AFTER_MS + DAY_MS);
    // Sessions have ended meanwhile.
    for (const client of [claire, zoe, paul])
      granted(await client.post('/api/auth/sign-in', { email: client.email, password: PASSWORD }));
    const author = (await browse(browser, server, claire, PHONE)).page;
    await author.goto(`/deals/${id}`);
    await author.getByRole('radio', { name: 'Oui' }).press('Space');
    await author.getByLabel(/^Euros économisés/).fill('40');
    await check(author, 'review');
    await button(author, 'Envoyer ma réponse').press('Enter');
    await expect.poll(async () => (await seen(claire, id)).review).toEqual({ answer: 'yes', saved: 40 });
    for (const client of [zoe, paul])
      granted(await client.post(`/api/deals/${id}/review`, { answer: 'partly', saved: 10 }));
    await expect(author.getByText('60 € économisés en tout.')).toBeVisible();
    await check(author, 'reviews');
  });
});
