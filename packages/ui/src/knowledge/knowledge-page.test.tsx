import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishKnowledgeChanged } from '../../../../apps/api/src/knowledge/articles.ts';
import { storeArticle } from '../../../../apps/api/test/articles.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import { postSos } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, renderWith, spoken, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

const titles = () =>
  within(screen.getByRole('region', { name: 'Résumés' }))
    .queryAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent);

test('an empty knowledge base says how it fills', async () => {
  await renderAs(guilde.current, 'claire', '/knowledge');
  expect(await screen.findByText('Aucun résultat trouvé')).toBeVisible();
  expect(screen.getByText(/relu par l’équipe avant d’être publié ici/)).toBeVisible();
});

describe('the knowledge base', () => {
  let refund: string;
  beforeAll(async () => {
    const { deps } = guilde.current;
    const sos = await postSos(await guilde.current.as('karim'), { title: 'Remboursé deux fois' });
    refund = await storeArticle(deps, {
      title: 'Rembourser un client deux fois',
      summary: 'Le prestataire récupère le second virement : https://exemple.fr <b>vite</b>.',
      keyPoints: [
        { text: 'Écrire sous 48 heures.', messages: [1] },
        { text: 'Garder la preuve.', messages: [2] },
        { text: 'Prévenir le client.', messages: [3] },
        { text: 'Relancer la banque.', messages: [4] },
      ],
      category: 'legal',
      origin: 'ai',
      sosRequestId: sos.id,
      wordCount: 2400,
      moderatedAt: Date.parse('2026-11-14T10:00:00Z'),
    });
    await storeArticle(deps, { title: 'Remboursement sans retour', category: 'legal' });
    await storeArticle(deps, { title: 'Photos de l’été', category: 'conversion' });
    await storeArticle(deps, { title: 'En attente', status: 'pending', privacyLevel: null });
  });

  test('shows its figures, tabs with counts, and the articles, newest first', async () => {
    await renderAs(guilde.current, 'claire', '/knowledge');
    await waitFor(() =>
      expect(titles()).toEqual([
        'Photos de l’été',
        'Remboursement sans retour',
        'Rembourser un client deux fois',
      ]),
    );
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(tabs).toEqual(['Tout3 résumés', 'Juridique2 résumés', 'Conversion1 résumé']);
    expect(
      screen.getByText(/^3\srésumés · 2\scatégories · 9\sparticipants · 3\smilliers de mots$/),
    ).toBeVisible();
    expect(screen.getByText('et 1 autre point')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Photos de l’été' })).toHaveAccessibleDescription(
      /^Conversion\. 3\sparticipants\. .+\.$/,
    );
  });

  test('searches with accents left out, marks what it found, and keeps the search in the address', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/knowledge');
    await user.type(await screen.findByRole('searchbox'), 'remboursement');
    await waitFor(() =>
      expect(titles()).toEqual(['Remboursement sans retour', 'Rembourser un client deux fois']),
    );
    expect(router.state.location.search).toBe('?q=remboursement');
    await waitFor(() => expect(spoken()).toEqual(['2\u00a0résultats']));
    const marks = [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
    expect(marks).toEqual(['Remboursement', 'Rembourser']);
    // A search shows every key point.
    expect(screen.getByText('Relancer la banque.')).toBeVisible();
  });

  test('goes from a category that has nothing back to everything', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/knowledge?category=team&q=magie');
    expect(await screen.findByText('Aucun résultat trouvé')).toBeVisible();
    expect(screen.getByRole('tab', { name: /Équipe/ })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('button', { name: 'Rechercher dans toutes les catégories' }));
    expect(await screen.findByRole('link', { name: 'Lancer un SOS' })).toHaveAttribute('href', '/sos/new');
    await user.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(router.state.location.search).toBe('');
    await user.click(screen.getByRole('tab', { name: /Juridique/ }));
    await waitFor(() => expect(titles()).toHaveLength(2));
    expect(router.state.location.search).toBe('?category=legal');
  });

  test('reads a misspelt word, says so, and marks the category that a word names', async () => {
    const { user } = await renderAs(guilde.current, 'claire', '/knowledge?q=rembourcement');
    await waitFor(() => expect(titles()).toHaveLength(2));
    expect(screen.getByText(/Aucun résumé ne contient «\srembourcement\s»/).parentElement).toHaveTextContent(
      /Voici ceux avec «\sremboursement\s»/,
    );
    const search = screen.getByRole('searchbox');
    await user.clear(search);
    await user.type(search, 'juridique');
    await waitFor(() =>
      expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
        'Juridique',
        'Juridique',
      ]),
    );
    expect(screen.queryByText(/Aucun résumé ne contient/)).toBeNull();
  });

  test('offers every category in a list where five tabs are too few', async () => {
    const { deps } = guilde.current;
    for (const category of ['ads', 'tech', 'team', 'other'] as const)
      await storeArticle(deps, { title: `Seul en ${category}`, category });
    const { user, router } = await renderAs(guilde.current, 'claire', '/knowledge');
    const list = await screen.findByRole('combobox', { name: 'Catégorie' });
    const labels = within(list)
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(labels).toHaveLength(7);
    expect(labels[0]).toBe('Toutes');
    expect(screen.getAllByRole('tab')).toHaveLength(6);
    await user.selectOptions(list, 'Équipe (1)');
    await waitFor(() => expect(titles()).toEqual(['Seul en team']));
    expect(router.state.location.search).toBe('?category=team');
    expect(screen.getAllByRole('tab')).toHaveLength(6);
    await deps.db.client.execute({
      sql: "delete from sos_summaries where title like 'Seul en %'",
      args: [],
    });
  });

  test('says when it cannot be loaded, and tries again', async () => {
    const client = await guilde.current.as('claire');
    let broken = true;
    const request: Client['request'] = async (path, init) => {
      if (broken && path.startsWith('/api/knowledge')) return new Response('{}', { status: 422 });
      return client.request(path, init);
    };
    const { user } = renderWith(guilde.current, { ...client, request }, '/knowledge');
    expect(await screen.findByText('Impossible de charger les résumés')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
  });

  test('follows what moderators approve', async () => {
    await renderAs(guilde.current, 'claire', '/knowledge?category=sourcing');
    expect(await screen.findByText('Aucun résultat trouvé')).toBeVisible();
    await online();
    const { deps } = guilde.current;
    await storeArticle(deps, { title: 'Tout juste approuvé', category: 'sourcing' });
    await deps.db.write(async (tx) => publishKnowledgeChanged(tx, deps));
    expect(await screen.findByText('Tout juste approuvé')).toBeVisible();
  });

  test('opens an article: what is to be remembered, who answers for it, and what to read next', async () => {
    const { user, router, platform } = await renderAs(guilde.current, 'claire', '/knowledge?q=deux+fois');
    await user.click(await screen.findByRole('link', { name: /^Rembourser un client\s?deux\s?fois$/ }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Rembourser un client deux fois' }),
    ).toBeVisible();
    // What a model wrote is text, whatever it looks like.
    expect(screen.getByText(/https:\/\/exemple.fr <b>vite<\/b>/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /exemple.fr/ })).toBeNull();
    expect(screen.getByText('Relancer la banque.')).toBeVisible();
    expect(screen.getByText('Résumé généré par IA, relu par l’équipe le 14 novembre 2026.')).toBeVisible();
    expect(screen.getByRole('link', { name: /Voir le SOS d’origine/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/sos\//),
    );
    await user.click(screen.getByRole('button', { name: 'Copier le lien' }));
    expect(platform.copied).toEqual([expect.stringMatching(new RegExp(`/knowledge/${refund}$`))]);
    await user.click(screen.getByRole('link', { name: 'Remboursement sans retour' }));
    expect(await screen.findByText(/^Résumé automatique, relu par l’équipe/)).toBeVisible();
    await router.navigate(-1);
    await screen.findByRole('heading', { level: 1, name: 'Rembourser un client deux fois' });
    await user.click(await screen.findByRole('link', { name: 'Retour à la base de connaissances' }));
    await waitFor(() => expect(router.state.location.search).toBe('?q=deux+fois'));
  });

  test('does not find what is not approved', async () => {
    await renderAs(guilde.current, 'claire', `/knowledge/${crypto.randomUUID()}`);
    expect(await screen.findByText('Ce résumé est introuvable')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Voir tous les résumés' })).toHaveAttribute('href', '/knowledge');
  });
});
