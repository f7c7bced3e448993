import type { GivenRating, ReceivedRating } from '@guilde/contracts/ratings/rules.ts';
import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { granted, openChat, refusal, sendText } from '../../api/test/scenes.ts';
import { check, PHONE, WIDE } from './looked-at.ts';
import { clockFrom, type MovedClock } from './moved-clock.ts';
import { browse, expectToast, secured, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

const HOUR_MS = 3_600_000;

let clock: MovedClock;
let server: Server;

test.beforeAll(async () => {
  clock = clockFrom(Date.now());
  server = await startServer({}, clock);
});
test.afterAll(() => server.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const received = async (client: Client) =>
  granted(await client.get<{ items: ReceivedRating[] }>('/api/ratings/received')).items;

async function rated(claire: Client, karim: Client) {
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Voici le formulaire.');
  const ratings = [{ memberId: karim.id, rating: 1, comment: 'Le site du transporteur est en panne.' }];
  granted(await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings }));
  const [given] = granted(await claire.get<GivenRating[]>(`/api/ratings/given/${sos.id}`));
  return { sos, id: given?.id ?? '' };
}

test('a rating is answered, corrected, looked at, removed and brought back', async ({ browser }) => {
  const nina = await secured(await signUp(server, 'nina'));
  const claire = await signUp(server, 'claire', nina);
  const karim = await signUp(server, 'karim', nina);
  const { sos, id } = await rated(claire, karim);
  const giver = (await browse(browser, server, claire, PHONE)).page;
  const helper = (await browse(browser, server, karim, WIDE)).page;
  const team = (await browse(browser, server, nina, WIDE)).page;
  const openReceived = async () => {
    await helper.goto('/profile');
    await button(helper, 'Voir mes évaluations').click();
    await expect(helper.getByRole('link', { name: sos.title })).toBeVisible();
  };

  await test.step('the helper answers once, and the giver corrects within 48 hours', async () => {
    await openReceived();
    await button(helper, 'Répondre').press('Enter');
    await helper.getByLabel('Ta réponse').fill('La panne n’est pas de mon fait.');
    await helper
      .getByRole('dialog', { name: /^Répondre/ })
      .getByRole('button', { name: 'Répondre' })
      .press('Enter');
    await expectToast(helper, 'Réponse envoyée');
    await check(helper, 'answered');
    await giver.goto(`/sos/${sos.id}`);
    await expect(giver.getByText('La panne n’est pas de mon fait.')).toBeVisible();
    await giver.getByRole('button', { name: /^Corriger l’évaluation/ }).press('Enter');
    await giver.getByRole('radio', { name: /^2 sur 5/ }).press('Space');
    await check(giver, 'correction');
    await button(giver, 'Enregistrer').press('Enter');
    await expectToast(giver, 'Évaluation corrigée');
  });

  await test.step('others, a second answer and one’s own rating are refused', async () => {
    const reply = `/api/ratings/received/${id}/reply`;
    expect(refusal(await claire.put(reply, { text: 'Si.' }))).toBe('404 NOT_FOUND');
    expect(refusal(await karim.put(reply, { text: 'Encore.' }))).toBe('409 RATING_REPLIED');
    const own = { id: crypto.randomUUID(), ratingId: id, reason: 'other', description: 'La mienne.' };
    expect(refusal(await claire.post('/api/reports/ratings', own))).toBe('409 RATING_GIVEN');
  });

  await test.step('the helper asks the team to look at it, once', async () => {
    await openReceived();
    for (const attempt of ['first', 'second']) {
      await button(helper, 'Demander un examen').press('Enter');
      await helper.getByLabel('Motif').selectOption('Sans rapport avec mon aide');
      await helper.getByLabel('Description').fill('Elle parle d’une panne, pas de mon aide.');
      if (attempt === 'first') await check(helper, 'request');
      await button(helper, 'Envoyer la demande').press('Enter');
      if (attempt === 'first') await expectToast(helper, 'Demande envoyée');
    }
    await expect(helper.getByText('Tu as déjà signalé ce contenu')).toBeVisible();
  });

  await test.step('the team removes it, for a rule that blames nobody', async () => {
    await team.goto('/admin/queue?kind=report');
    await team.getByRole('row').nth(1).click();
    await expect(team.getByRole('heading', { name: /^Évaluation à examiner/ }).first()).toBeVisible();
    await check(team, 'case');
    await button(team, 'Décider…').click();
    await team.getByRole('menuitem', { name: 'Retirer l’évaluation' }).click();
    const dialog = team.getByRole('dialog', { name: /\?$/ });
    await dialog.getByLabel('Règle').selectOption('off-topic');
    await dialog.getByLabel('Motif').fill('Elle parle du transporteur.');
    await dialog.getByRole('button', { name: 'Retirer l’évaluation' }).click();
    await expectToast(team, 'Évaluation retirée');
    await giver.reload();
    await expect(giver.getByText('Retirée par l’équipe')).toBeVisible();
    await expect(giver.getByRole('button', { name: /^Corriger/ })).toHaveCount(0);
    await check(giver, 'removed');
    expect(await received(karim)).toMatchObject([{ id, isRemoved: true }]);
  });

  await test.step('the giver contests by the link of the mail, and the rating comes back', async () => {
    await server.mailTo(claire.email, /Votre évaluation est retirée/);
    await giver.goto(await server.linkMailedTo(claire.email));
    await giver.getByLabel('Pourquoi contestez-vous cette décision').fill('Il n’a pas vu la panne.');
    await check(giver, 'contest');
    await button(giver, 'Envoyer la contestation').press('Enter');
    await expect(giver.getByRole('heading', { name: /^Contestation reçue/ })).toBeVisible();
    await team.goto('/admin/queue?kind=contest');
    await team.getByRole('row').nth(1).click();
    await button(team, 'Annuler la décision').click();
    const dialog = team.getByRole('dialog', { name: /\?$/ });
    await dialog.getByLabel('Réponse, envoyée par e-mail').fill('Vous avez raison.');
    await dialog.getByRole('button', { name: 'Annuler la décision' }).click();
    await expectToast(team, 'Décision annulée');
    await openReceived();
    await expect(helper.getByText('Retirée par l’équipe')).toHaveCount(0);
    await check(helper, 'back');
  });

  await test.step('the 49th hour is too late to correct', async () => {
    await clock.advance(49 * HOUR_MS);
    const correction = { rating: 5, comment: '' };
    expect(refusal(await claire.put(`/api/ratings/corrections/${id}`, correction))).toBe(
      '409 RATING_CORRECTION_LATE',
    );
  });
});
