import { randomUUID } from 'node:crypto';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import type { PersonName } from '../../../../apps/api/test/people.ts';
import { join, openChat, postSos } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, renderWith, spoken, withGuilde } from '../../test/render.tsx';
import { filtersOf } from './filters.ts';

const guilde = withGuilde();

afterEach(() => void vi.restoreAllMocks());

const description = 'Tout est dit là : https://exemple.fr/aide';

/** Selects the cards of the list, because the detail beside it is an article as well. */
const articles = () => within(screen.getByRole('region', { name: 'Liste des SOS' })).getAllByRole('article');

const titles = () => articles().map((card) => within(card).getByRole('heading').textContent);

const cards = () => articles().map((card) => card.textContent);

const pane = () => within(screen.getByRole('region', { name: 'Détail du SOS' }));

const linkOf = (name: string) => screen.findByRole('link', { name });

const cardOf = (title: string) => cards().find((text) => text?.includes(title)) ?? '';

describe('the feed', () => {
  test('says what to do while nobody has asked for help', async () => {
    await renderAs(guilde.current, 'claire', '/sos');
    expect(await screen.findByText('Aucun SOS trouvé')).toBeVisible();
    expect(screen.getByText(/Lance le premier/)).toBeVisible();
    await waitFor(() => expect(document.title).toBe('SOS · Guilde'));
  });

  test('shows urgent SOS first, with the word, the author and who is certified', async () => {
    const claire = await guilde.current.as('claire');
    await postSos(claire, { title: 'Colis perdus', isUrgent: true });
    await postSos(claire, { title: 'Choisir un ERP', category: 'tech', specialties: ['data'] });
    await renderAs(guilde.current, 'karim', '/sos');
    await waitFor(() => expect(titles()).toEqual(['Colis perdus', 'Choisir un ERP']));
    const [urgent] = articles();
    const card = within(urgent as HTMLElement);
    expect(card.getByText('Urgent')).toBeVisible();
    expect(card.getByText('Claire Martin')).toBeVisible();
    expect(card.getByRole('img', { name: 'Certifié' })).toBeVisible();
    expect(card.getByText('Ouvert')).toBeVisible();
    expect(card.getByRole('link', { name: 'Colis perdus' })).toHaveAccessibleDescription(
      /^Urgent\. Publicité\. Ouvert\. Claire Martin, Certifié, .+\. 4\splaces libres\. Il y a .+\.$/,
    );
    expect(await linkOf('Choisir un ERP')).toHaveAccessibleDescription(
      /^Technique, spécialités recherchées\s: Data\. Ouvert\./,
    );
  });

  test('tells screen readers how much a search has found, once whoever types pauses', async () => {
    const { user } = await renderAs(guilde.current, 'karim', '/sos?q=colis');
    await waitFor(() => expect(titles()).toEqual(['Colis perdus']));
    const search = screen.getByRole('searchbox', { name: 'Rechercher un SOS' });
    await user.clear(search);
    await user.type(search, 'erp');
    await waitFor(() => expect(spoken()).toEqual(['1\u00a0résultat']));
    await user.type(search, ' introuvable');
    await waitFor(() => expect(spoken()).toEqual(['1\u00a0résultat', 'Aucun résultat']));
  });

  test('shows what was posted before the first connection was there', async () => {
    const karim = await guilde.current.as('karim');
    await postSos(karim, { title: 'Avant la page' });
    const { platform } = await renderAs(guilde.current, 'claire', '/sos');
    const openSocket = platform.openSocket.bind(platform);
    let fail: (code: number) => void = () => undefined;
    platform.openSocket = () => ({
      send: () => undefined,
      close: () => undefined,
      onMessage: () => undefined,
      onClose: (listener) => {
        fail = listener;
      },
    });
    await linkOf('Avant la page');
    await postSos(karim, { title: 'Avant la connexion' });
    platform.openSocket = openSocket;
    fail(1006);
    expect(await linkOf('Avant la connexion')).toBeVisible();
  });

  test('says each thing once: no specialty that repeats its category', async () => {
    const hugo = await guilde.current.as('hugo');
    await postSos(hugo, { title: 'Marge en baisse', category: 'ads', specialties: ['ads', 'brand'] });
    await renderAs(guilde.current, 'karim', '/sos');
    await linkOf('Marge en baisse');
    expect(cardOf('Marge en baisse')).toMatch(/Publicité.*Marque/);
    expect(cardOf('Marge en baisse')).not.toContain('Publicité (Ads)');
  });

  test('keeps its filters in the address and shows them as chips', async () => {
    const { user, router } = await renderAs(guilde.current, 'karim', '/sos');
    await linkOf('Choisir un ERP');
    await user.click(screen.getByRole('button', { name: /Filtres/ }));
    await user.selectOptions(screen.getByLabelText('Spécialité'), 'data');
    await waitFor(() => expect(titles()).toEqual(['Choisir un ERP']));
    expect(router.state.location.search).toBe('?specialty=data');
    await user.selectOptions(screen.getByLabelText('Statut'), 'resolved');
    expect(await screen.findByText('Aucun SOS trouvé')).toBeVisible();
    expect(router.state.location.search).toBe('?status=resolved&specialty=data');
    await user.click(screen.getByRole('button', { name: 'Retirer le filtre Résolus' }));
    await waitFor(() => expect(titles()).toEqual(['Choisir un ERP']));
  });

  test('opens on the filters of a shared address, and searches without accents while one types', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/sos?scope=mine&q=colis');
    await waitFor(() => expect(titles()).toEqual(['Colis perdus']));
    expect(screen.getByRole('radio', { name: 'Les miens' })).toBeChecked();
    const search = screen.getByRole('searchbox', { name: 'Rechercher un SOS' });
    await user.clear(search);
    await user.type(search, 'érp');
    await waitFor(() => expect(titles()).toEqual(['Choisir un ERP']));
    expect(filtersOf(new URLSearchParams(router.state.location.search))).toMatchObject({
      scope: 'mine',
      q: 'érp',
    });
  });

  test('offers another attempt when the list does not load', async () => {
    const client = await guilde.current.as('karim');
    let broken = true;
    const request: Client['request'] = (path, init) =>
      broken && path.startsWith('/api/sos')
        ? Promise.resolve(Response.json({ error: { code: 'INTERNAL', message: 'Panne' } }, { status: 400 }))
        : client.request(path, init);
    const { user } = renderWith(guilde.current, { ...client, request }, '/sos');
    expect(await screen.findByText('Impossible de charger les SOS')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await linkOf('Colis perdus')).toBeVisible();
  });

  test('shows at once what another member posts; state and events give the fresh state', async () => {
    const zoe = await guilde.current.as('zoe');
    const view = await renderAs(guilde.current, 'karim', '/sos');
    await linkOf('Colis perdus');
    await online();
    const sos = await postSos(zoe, { title: 'Vidéos sans vues', specialties: ['tiktok'] });
    await join(await guilde.current.as('paul'), sos.id);
    await waitFor(() => expect(cardOf('Vidéos sans vues')).toMatch(/En cours.*3\splaces libres/));
    expect(spoken()).toContain('Nouveau SOS\u00a0: Vidéos sans vues');
    const followed = cards();
    view.unmount();
    await renderAs(guilde.current, 'karim', '/sos');
    await linkOf('Vidéos sans vues');
    expect(cards()).toEqual(followed);
  });

  test('announces new SOS above somebody who reads further down instead of moving the list', async () => {
    const zoe = await guilde.current.as('zoe');
    const { user } = await renderAs(guilde.current, 'karim', '/sos');
    await linkOf('Colis perdus');
    await online();
    const list = screen.getByRole('region', { name: 'Liste des SOS' });
    scrollTo(list, 600);
    await postSos(zoe, { title: 'Retours frauduleux', isUrgent: true });
    const pill = await screen.findByRole('button', { name: /1\snouveau SOS/ });
    expect(screen.queryByRole('link', { name: 'Retours frauduleux' })).toBeNull();
    await user.click(pill);
    scrollTo(list, 0);
    expect(await linkOf('Retours frauduleux')).toBeVisible();
    expect(screen.queryByRole('button', { name: /nouveau SOS/ })).toBeNull();
  });
});

/** jsdom does not scroll, so this sets the position as a browser would report it. */
function scrollTo(element: HTMLElement, top: number): void {
  Object.defineProperty(element, 'scrollTop', { value: top, configurable: true, writable: true });
  element.dispatchEvent(new Event('scroll'));
}

describe('the detail', () => {
  test('shows beside the list what still needs help, which counts as no look at it', async () => {
    const zoe = await guilde.current.as('zoe');
    await postSos(await guilde.current.as('lucie'), { title: 'Le mien d’abord', isUrgent: true });
    const other = await postSos(zoe, { title: 'Tunnel cassé', description, isUrgent: true });
    await postSos(await guilde.current.as('lucie'), { title: 'Encore le mien', isUrgent: true });
    const { router } = await renderAs(guilde.current, 'lucie', '/sos');
    const pane = within(await screen.findByRole('region', { name: 'Détail du SOS' }));
    expect(await pane.findByRole('heading', { name: 'Tunnel cassé' })).toBeVisible();
    expect(await pane.findByRole('link', { name: 'https://exemple.fr/aide' })).toBeVisible();
    expect(await linkOf('Tunnel cassé')).toHaveAttribute('aria-current', 'true');
    expect(router.state.location.pathname).toBe('/sos');
    expect(pane.queryByRole('link', { name: 'Retour à la liste' })).toBeNull();
    expect((await zoe.get<SosDetail>(`/api/sos/${other.id}`)).body.viewsCount).toBe(0);
  });

  test('takes the focus when it is opened, and Escape gives it back to the card', async () => {
    const { user, router } = await renderAs(guilde.current, 'hugo', '/sos');
    const link = await linkOf('Tunnel cassé');
    act(() => link.focus());
    await user.keyboard('{Enter}');
    const pane = within(await screen.findByRole('region', { name: 'Détail du SOS' }));
    await waitFor(() => expect(pane.getByRole('heading', { name: 'Tunnel cassé' })).toHaveFocus());
    await user.type(screen.getByRole('searchbox'), 'tunnel{Escape}');
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(router.state.location.pathname).toMatch(/^\/sos\/.+/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/sos'));
    expect(await linkOf('Tunnel cassé')).toHaveFocus();
    expect(await screen.findByText('Choisis un SOS pour le lire')).toBeVisible();
  });

  test('leaves Escape to the menu and the dialog on top of it', async () => {
    const sos = await postSos(await guilde.current.as('claire'), { title: 'Échappée' });
    const { user, router } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    await user.click(await screen.findByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Fermer sans résolution' }));
    await screen.findByRole('alertdialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe(`/sos/${sos.id}`);
  });

  test('tells its requester what happens until somebody replies', async () => {
    const claire = await guilde.current.as('claire');
    const sos = await postSos(claire, { title: 'Et maintenant', specialties: ['logistics'] });
    await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    const waiting = within(await screen.findByRole('region', { name: 'En attente d’une première réponse' }));
    expect(waiting.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Inviter quelqu’un à aider',
    ]);
    expect(screen.queryByRole('button', { name: 'Marquer comme résolu' })).toBeNull();
    await join(await guilde.current.as('karim'), sos.id);
    expect(await screen.findByRole('button', { name: 'Marquer comme résolu' })).toBeEnabled();
    expect(screen.queryByText('En attente d’une première réponse')).toBeNull();
  });

  test('opens in place, counts one view, links addresses, and goes back to the same list', async () => {
    const paul = await guilde.current.as('paul');
    const sos = await postSos(paul, {
      title: 'Transporteur en grève',
      description,
      specialties: ['logistics'],
    });
    const { user, router } = await renderAs(guilde.current, 'lucie', '/sos?specialty=logistics');
    await user.click(await screen.findByRole('link', { name: 'Transporteur en grève' }));
    const pane = within(await screen.findByRole('region', { name: 'Détail du SOS' }));
    expect(await pane.findByRole('link', { name: 'https://exemple.fr/aide' })).toBeVisible();
    expect(pane.queryByText(/\svue/)).toBeNull();
    await waitFor(() => expect(document.title).toBe('Transporteur en grève · Guilde'));
    expect(router.state.location.pathname).toBe(`/sos/${sos.id}`);
    await user.click(pane.getByRole('link', { name: 'Retour à la liste' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/sos'));
    expect(router.state.location.search).toBe('?specialty=logistics');
    await user.click(screen.getByRole('link', { name: 'Transporteur en grève' }));
    expect(await screen.findByText('Qui aide')).toBeVisible();
    const { body } = await paul.get<SosDetail>(`/api/sos/${sos.id}`);
    expect(body.viewsCount).toBe(1);
  });

  test('says that an SOS does not exist, inside the pane', async () => {
    await renderAs(guilde.current, 'lucie', `/sos/${randomUUID()}`);
    expect(await screen.findByText('Ce SOS est introuvable')).toBeVisible();
    expect(await linkOf('Colis perdus')).toBeVisible();
  });

  test('the first reply opens the conversation and leads to the chat', async () => {
    const claire = await guilde.current.as('claire');
    const sos = await postSos(claire, { title: 'Facture contestée' });
    const { user, router } = await renderAs(guilde.current, 'karim', `/sos/${sos.id}`);
    await user.click(await screen.findByRole('button', { name: 'Répondre' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/chat'));
    expect(router.state.location.search).toBe(`?sos=${sos.id}`);
    const { body } = await claire.get<SosDetail>(`/api/sos/${sos.id}`);
    expect(body).toMatchObject({ status: 'in_progress', helpers: [{ firstName: 'Karim' }] });
  });

  test('follows live how seats are taken, from « Rejoindre » to « Complet » with the reason', async () => {
    const claire = await guilde.current.as('claire');
    const sos = await postSos(claire, { title: 'Cinq chaises' });
    await renderAs(guilde.current, 'lucie', `/sos/${sos.id}`);
    expect(await screen.findByRole('button', { name: 'Répondre' })).toBeEnabled();
    await online();
    const reply = async (name: PersonName) => join(await guilde.current.as(name), sos.id);
    await reply('karim');
    expect(await screen.findByRole('button', { name: /Rejoindre \(3\splaces libres\)/ })).toBeEnabled();
    await reply('zoe');
    await reply('paul');
    expect(await screen.findByRole('button', { name: /Rejoindre \(1\splace libre\)/ })).toBeEnabled();
    await reply('hugo');
    const full = await screen.findByRole('button', { name: 'Complet' });
    expect(full).toBeDisabled();
    expect(full).toHaveAccessibleDescription(/complète/);
    expect(within(screen.getByRole('region', { name: 'Qui aide' })).getByText('Complet')).toBeVisible();
  });

  test('whoever helps opens the chat, and can give the seat back', async () => {
    const claire = await guilde.current.as('claire');
    const sos = await postSos(claire, { title: 'Place à rendre' });
    await join(await guilde.current.as('hugo'), sos.id);
    const { user } = await renderAs(guilde.current, 'hugo', `/sos/${sos.id}`);
    expect(await screen.findByRole('link', { name: 'Ouvrir le chat' })).toHaveAttribute(
      'href',
      `/chat?sos=${sos.id}`,
    );
    await user.click(screen.getByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Quitter la conversation' }));
    await user.click(await screen.findByRole('button', { name: 'Quitter la conversation' }));
    expect(await screen.findByRole('button', { name: /Rejoindre \(4\splaces libres\)/ })).toBeEnabled();
  });

  test('what the team closed offers no way back but the team’s, in the SOS and in its chat', async () => {
    const [claire, nina] = [await guilde.current.as('claire'), await guilde.current.as('nina')];
    const { sos } = await openChat(claire, await guilde.current.as('hugo'));
    vi.spyOn(Date, 'now').mockImplementation(() => guilde.current.clock.now());
    await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    expect(await screen.findByRole('button', { name: 'Marquer comme résolu' })).toBeEnabled();
    await online();
    await nina.put(`/api/admin/sos/${sos.id}/status`, { status: 'closed', reason: '' });
    expect(await screen.findByText(/^L’équipe a fermé ce SOS/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Rouvrir' })).toBeNull();
    cleanup();
    await renderAs(guilde.current, 'claire', `/chat?sos=${sos.id}`);
    expect(await screen.findByText(/^SOS fermé par l’équipe, sans résolution, le\s/)).toBeVisible();
    expect(screen.queryByText(/Tu peux le rouvrir/)).toBeNull();
  });

  test('the requester closes without a resolution and reopens within 24 hours', async () => {
    const claire = await guilde.current.as('claire');
    const sos = await postSos(claire, { title: 'Finalement réglé' });
    // The server has the tests’ clock, but the button asks the browser’s.
    vi.spyOn(Date, 'now').mockImplementation(() => guilde.current.clock.now());
    const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    await user.click(await screen.findByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Fermer sans résolution' }));
    await user.click(await screen.findByRole('button', { name: 'Fermer le SOS' }));
    expect(await screen.findByText('Statut mis à jour')).toBeVisible();
    const title = pane().getByRole('heading', { name: 'Finalement réglé' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(await pane().findByText('Fermé')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Rouvrir' }));
    expect(await screen.findByText('En attente d’une première réponse')).toBeVisible();
    expect(title).toHaveFocus();
    expect(pane().getByText('Ouvert')).toBeVisible();
    const { body } = await claire.get<SosDetail>(`/api/sos/${sos.id}`);
    expect(body.status).toBe('open');
  });
});

test('the author corrects the text and adds to it; whoever looks sees both, marked', async () => {
  const claire = await guilde.current.as('claire');
  const sos = await postSos(claire, { title: 'Campagne coupé', description: 'Depuis hier.' });
  const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
  await online();
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    return within(await screen.findByRole('dialog'));
  };
  const correction = await choose('Corriger');
  await user.type(await correction.findByRole('textbox', { name: 'Titre' }), 'e');
  await user.click(correction.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Campagne coupée' })).toHaveLength(2));
  expect(screen.getByText(/^Modifié le/)).toBeVisible();
  const addition = await choose('Ajouter une précision');
  await user.type(await addition.findByRole('textbox', { name: 'Précision' }), 'Le support ne répond pas.');
  await user.click(addition.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Le support ne répond pas.')).toBeVisible();
  // The change comes from another device, by an event without the text.
  await claire.put(`/api/sos/${sos.id}`, { title: 'Campagne coupée', description: 'Depuis lundi.' });
  await waitFor(() => expect(screen.getAllByText('Depuis lundi.')).toHaveLength(2));
});
