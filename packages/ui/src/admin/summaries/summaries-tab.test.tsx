import { randomUUID } from 'node:crypto';
import type { AdminMessagePage } from '@guilde/contracts/admin/rules.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aiCalls, sosSummaries } from '../../../../../apps/api/src/knowledge/tables.ts';
import { jobs } from '../../../../../apps/api/src/platform/database/tables.ts';
import { sosRequests } from '../../../../../apps/api/src/sos/tables.ts';
import { storeArticle } from '../../../../../apps/api/test/articles.ts';
import { byHand } from '../../../../../apps/api/test/by-hand.ts';
import { REMOVAL } from '../../../../../apps/api/test/scenes.ts';
import { openSummary, pendingSummary, storedSummary } from '../../../test/pending-summary.ts';
import { renderAs, withGuilde } from '../../../test/render.tsx';

const guilde = withGuilde();
let summaryId: string;
let sosId: string;

async function store(values: Parameters<typeof pendingSummary>[1] = {}): Promise<void> {
  ({ summaryId, sosId } = await pendingSummary(guilde.current, values));
}

const open = () => openSummary(guilde.current, summaryId);
const stored = () => storedSummary(guilde.current);

beforeEach(() => store());

describe('the summaries', () => {
  test('are counted by state, with what they have cost, and listed with their facts', async () => {
    const { db, clock } = guilde.current.deps;
    await db.orm
      .insert(aiCalls)
      .values({ id: randomUUID(), model: 'gpt-5-mini', cost: 0.0246, createdAt: clock.now() });
    await renderAs(guilde.current, 'nina', '/admin/summaries');
    const row = await screen.findByRole('row', { name: /Rétablir un compte Ads/ });
    // Browsers keep this space between title and text.
    expect(within(row).getByRole('link').textContent).toContain('Rétablir un compte Ads\u00a0');
    expect(row).toHaveTextContent(/En attente.*Publicité.*Non publié.*2.*2.*4\ss/);
    const counters = within(screen.getByRole('navigation', { name: 'Filtrer les résumés' }));
    expect(counters.getByRole('link', { name: /^1\s*en attente$/ })).toHaveAttribute(
      'href',
      '/admin/summaries?status=pending',
    );
    expect(counters.getByRole('link', { name: /coût total d’API/ })).toHaveTextContent('0,0246 $');
    // Screen readers read the counter in one piece.
    expect(counters.getByRole('link', { name: /coût/ })).toHaveAttribute(
      'aria-label',
      expect.stringMatching(/^0,0246\s\$ de coût total d’API$/),
    );
  });

  test('say that a message they rest on was removed since, and are found by it', async () => {
    const nina = await guilde.current.as('nina');
    const { body } = await nina.get<AdminMessagePage>('/api/admin/messages');
    const message = body.items.find(({ seq }) => seq === 2);
    const { user } = await renderAs(guilde.current, 'nina', '/admin/summaries');
    const row = await screen.findByRole('row', { name: /Rétablir un compte Ads/ });
    expect(row).not.toHaveTextContent('À revoir');
    expect(screen.queryByRole('link', { name: /à revoir/ })).toBeNull();
    await nina.post(`/api/admin/messages/${message?.id}/delete`, REMOVAL);
    await user.click(await screen.findByRole('link', { name: /^1\s*à revoir$/ }));
    const found = await screen.findByRole('row', { name: /Rétablir un compte Ads/ });
    expect(found).toHaveTextContent('À revoir');
    cleanup();
    const { panel } = await open();
    expect(panel.getByText(/modifié ou supprimé le message\s2\./)).toBeVisible();
  });

  test('stand beside their conversation; a key point shows the messages that it rests on', async () => {
    const { user, panel } = await open();
    const conversation = within(panel.getByRole('region', { name: 'Conversation' }));
    const message = (text: string) => conversation.getByText(text).closest('li');
    expect(message('As-tu un numéro de dossier ?')).not.toHaveAttribute('aria-current');
    await user.click(panel.getByRole('button', { name: /Demander le numéro de dossier/ }));
    expect(message('As-tu un numéro de dossier ?')).toHaveAttribute('aria-current', 'true');
    expect(message('Oui, et le compte est rétabli.')).not.toHaveAttribute('aria-current');
    await user.click(panel.getByRole('button', { name: /Relancer avec ce numéro/ }));
    expect(message('Oui, et le compte est rétabli.')).toHaveAttribute('aria-current', 'true');
    // Hovering suffices to mark the messages, and the SOS is number 0.
    await user.hover(panel.getByRole('button', { name: /Un numéro de dossier a suffi.*D’après le message/ }));
    expect(message('As-tu un numéro de dossier ?')).toHaveAttribute('aria-current', 'true');
    expect(message('Oui, et le compte est rétabli.')).not.toHaveAttribute('aria-current');
    await user.click(panel.getByRole('button', { name: /Le compte Ads est suspendu.*D’après le SOS/ }));
    expect(conversation.getByRole('banner')).toHaveAttribute('aria-current', 'true');
    expect(panel.getByText(/^2\sphrases écartées/)).toBeVisible();
    expect(conversation.queryByText(/Karim|Claire/)).toBeNull();
  });

  test.each([
    ['Approuver (Public)', 'public'],
    ['Approuver (Membres)', 'members'],
  ])('are published by « %s »', async (name, privacyLevel) => {
    const { user, panel } = await open();
    await user.click(panel.getByRole('button', { name }));
    expect(await screen.findByText('Résumé approuvé avec succès')).toBeVisible();
    expect(await stored()).toMatchObject({ status: 'approved', privacyLevel });
    await waitFor(() => expect(panel.queryByRole('button', { name: 'Rejeter' })).toBeNull());
    // The pressed button is gone, so the focus moves to the panel’s title, which is read with its role.
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Rétablir un compte Ads' })).toHaveFocus(),
    );
  });

  test('are rejected with R after a question, with the fixed note', async () => {
    const { user, panel } = await open();
    await user.keyboard('r');
    const question = within(await screen.findByRole('alertdialog', { name: /^Rejeter ce résumé\s?\?$/ }));
    expect(await stored()).toMatchObject({ status: 'pending' });
    await user.click(question.getByRole('button', { name: 'Rejeter' }));
    expect(await screen.findByText('Résumé rejeté avec succès')).toBeVisible();
    expect(await stored()).toMatchObject({
      status: 'rejected',
      moderationNotes: 'Non conforme aux critères',
    });
    expect(await panel.findByText('Non conforme aux critères')).toBeVisible();
  });

  test('are decided with the same keys from the queue', async () => {
    const { user } = await renderAs(guilde.current, 'nina', `/admin/queue/summary.${summaryId}`);
    const panel = within(await screen.findByRole('dialog', { name: 'Rétablir un compte Ads' }));
    await panel.findByRole('button', { name: 'Rejeter' });
    await user.keyboard('a');
    const question = within(await screen.findByRole('dialog', { name: /^Approuver ce résumé/ }));
    await user.click(question.getByRole('button', { name: 'Approuver' }));
    expect(await screen.findByText('Résumé approuvé avec succès')).toBeVisible();
    expect(await stored()).toMatchObject({ status: 'approved', privacyLevel: 'members' });
  });

  test('give their place to the next once they are decided, and leave out what all of them have none of', async () => {
    const { deps } = guilde.current;
    await deps.db.orm.update(sosSummaries).set({ generationCost: 0 });
    await storeArticle(deps, { title: 'Suivre un colis', status: 'pending', privacyLevel: null });
    await storeArticle(deps, { title: 'Choisir un forfait', status: 'pending', privacyLevel: null });
    const { user } = await renderAs(guilde.current, 'nina', '/admin/summaries?status=pending');
    await user.click(await screen.findByRole('link', { name: /Suivre un colis/ }));
    expect(screen.queryByRole('columnheader', { name: 'Coût' })).toBeNull();
    const panel = within(await screen.findByRole('dialog', { name: 'Suivre un colis' }));
    await panel.findByRole('button', { name: 'Rejeter' });
    await user.keyboard('r');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Rejeter' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Suivre un colis/ })).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Suivre un colis' })).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('dialog', { name: 'Rétablir un compte Ads' });
    await user.keyboard('{ArrowUp}');
    await screen.findByRole('dialog', { name: 'Choisir un forfait' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/Choisir un forfait/));
  });

  test('are approved with A, for whom one chooses; a letter typed in a field decides nothing', async () => {
    const { user } = await renderAs(guilde.current, 'nina', '/admin/summaries');
    await user.type(await screen.findByRole('searchbox', { name: 'Rechercher un résumé' }), 'r');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.clear(screen.getByRole('searchbox', { name: 'Rechercher un résumé' }));
    const row = await screen.findByRole('link', { name: /Rétablir un compte Ads/ });
    row.focus();
    await user.keyboard('a');
    const question = within(await screen.findByRole('dialog', { name: /^Approuver ce résumé\s?\?$/ }));
    await user.click(question.getByRole('radio', { name: 'Public' }));
    await user.click(question.getByRole('button', { name: 'Approuver' }));
    expect(await screen.findByText('Résumé approuvé avec succès')).toBeVisible();
    expect(await stored()).toMatchObject({ status: 'approved', privacyLevel: 'public' });
  });

  test('are withdrawn once they are published, with a reason', async () => {
    await store({ status: 'approved', privacyLevel: 'members' });
    const { user, panel } = await open();
    await user.click(panel.getByRole('button', { name: 'Retirer' }));
    const question = within(await screen.findByRole('dialog', { name: /^Retirer ce résumé\s?\?$/ }));
    expect(question.getByText(/il faudra le régénérer pour l’approuver de nouveau/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Retirer' }));
    expect(await question.findByText('Ce champ est requis.')).toBeVisible();
    expect(await stored()).toMatchObject({ status: 'approved' });
    await user.selectOptions(question.getByRole('combobox', { name: 'Règle' }), 'unlawful');
    await user.type(question.getByRole('textbox', { name: 'Motif' }), 'Nomme un fournisseur.');
    await user.click(question.getByRole('button', { name: 'Retirer' }));
    expect(await screen.findByText('Résumé retiré de la base de connaissances')).toBeVisible();
    expect(await stored()).toMatchObject({
      status: 'rejected',
      privacyLevel: null,
      moderationNotes: 'Nomme un fournisseur.',
    });
    expect(await panel.findByText('Nomme un fournisseur.')).toBeVisible();
    expect(panel.queryByRole('button', { name: /Retirer|Approuver/ })).toBeNull();
    expect(panel.queryByRole('link', { name: 'Voir la page publiée' })).toBeNull();
  });

  test('are rejected with a rule and a reason, if the text before was published', async () => {
    await store({ privacyLevel: 'members' });
    const { user, panel } = await open();
    expect(panel.getByText('Non publié')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Rejeter' }));
    const question = within(await screen.findByRole('dialog', { name: /^Rejeter ce résumé\s?\?$/ }));
    expect(question.getByText(/remplace un texte publié/)).toBeVisible();
    await user.selectOptions(question.getByRole('combobox', { name: 'Règle' }), 'accuracy');
    await user.type(question.getByRole('textbox', { name: 'Motif' }), 'Le formulaire a changé.');
    await user.click(question.getByRole('button', { name: 'Rejeter' }));
    expect(await panel.findByText('Le formulaire a changé.')).toBeVisible();
    expect(await stored()).toMatchObject({ status: 'rejected', privacyLevel: null });
  });

  test('say that another administrator was quicker, while one writes why', async () => {
    await store({ status: 'approved', privacyLevel: 'members' });
    const { user, panel, client } = await open();
    await user.click(panel.getByRole('button', { name: 'Retirer' }));
    const question = within(await screen.findByRole('dialog', { name: /\?$/ }));
    const seen = new Date((await stored())?.createdAt ?? 0).toISOString();
    await client.post(`/api/admin/summaries/${summaryId}/withdraw`, {
      rule: 'accuracy',
      reason: 'Par Zoé',
      seen,
    });
    await panel.findByText('Par Zoé');
    await user.selectOptions(question.getByRole('combobox', { name: 'Règle' }), 'accuracy');
    await user.type(question.getByRole('textbox', { name: 'Motif' }), 'Trop tard');
    await user.click(question.getByRole('button', { name: 'Retirer' }));
    expect(await screen.findByText(/^Ce résumé n’est plus dans la base de connaissances/)).toBeVisible();
    expect(await stored()).toMatchObject({ moderationNotes: 'Par Zoé' });
  });

  test('of an SOS that is gone are withdrawn for good', async () => {
    await store({ status: 'approved', privacyLevel: 'members', sosRequestId: null });
    const { user, panel } = await open();
    await user.click(panel.getByRole('button', { name: 'Retirer' }));
    expect(await screen.findByText(/Cette action est irréversible/)).toBeVisible();
  });

  test('are withdrawn where they say that a source is gone', async () => {
    await store({ status: 'approved', privacyLevel: 'members' });
    const nina = await guilde.current.as('nina');
    const { body } = await nina.get<AdminMessagePage>('/api/admin/messages');
    await nina.post(`/api/admin/messages/${body.items[0]?.id}/delete`, REMOVAL);
    const { user, panel } = await open();
    await user.click(panel.getByRole('button', { name: 'Retirer le résumé' }));
    const question = within(await screen.findByRole('dialog', { name: /\?$/ }));
    await user.selectOptions(question.getByRole('combobox', { name: 'Règle' }), 'accuracy');
    await user.type(question.getByRole('textbox', { name: 'Motif' }), 'Sa source est supprimée.');
    await user.click(question.getByRole('button', { name: 'Retirer' }));
    expect(await panel.findByText(/Il n’est pas publié\./)).toBeVisible();
    expect(panel.queryByRole('button', { name: /^Retirer/ })).toBeNull();
  });

  test('do not publish a text that was made again while it was being read', async () => {
    const { user, panel } = await open();
    await guilde.current.deps.db.orm
      .update(sosSummaries)
      .set({ createdAt: guilde.current.clock.now() + 1000, summary: 'Un autre texte.' });
    await user.click(panel.getByRole('button', { name: 'Approuver (Membres)' }));
    expect(await screen.findByText('Erreur lors de la modération')).toBeVisible();
    expect(await stored()).toMatchObject({ status: 'pending' });
  });

  test('that could not be made say why, and are tried again', async () => {
    const { db, clock, secrets } = guilde.current.deps;
    await db.orm.insert(jobs).values({
      id: randomUUID(),
      kind: 'summary.generate',
      payload: secrets.encrypt('jobs', JSON.stringify({ sosId })),
      key: `summary:${sosId}`,
      attempts: 5,
      runAt: clock.now(),
      createdAt: clock.now(),
      failedAt: clock.now(),
      lastError: 'AI_TIMEOUT',
    });
    await byHand({ db }, (orm) => orm.update(sosRequests).set({ status: 'resolved' }));
    const { user } = await renderAs(guilde.current, 'nina', '/admin/summaries');
    const inProgress = within(await screen.findByRole('region', { name: 'En préparation' }));
    expect(inProgress.getByText(/5\sessais.*l’IA n’a pas répondu à temps/)).toBeVisible();
    await user.click(inProgress.getByRole('button', { name: /^Relancer/ }));
    expect(await screen.findByText('Tâche relancée')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Relancer/ })).toBeNull());
  });
});
