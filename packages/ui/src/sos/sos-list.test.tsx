import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { join, postSos } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, renderWith, spoken, withGuilde } from '../../test/render.tsx';
import { filtersOf } from './filters.ts';

const guilde = withGuilde();

afterEach(() => void vi.restoreAllMocks());

/** Selects the cards of the list, because the detail beside it is an article as well. */
const articles = () => within(screen.getByRole('region', { name: 'Liste des SOS' })).getAllByRole('article');

const titles = () => articles().map((card) => within(card).getByRole('heading').textContent);

const cards = () => articles().map((card) => card.textContent);

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
