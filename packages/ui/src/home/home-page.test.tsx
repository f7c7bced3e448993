import type { Home } from '@guilde/contracts/home/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { invalidateCache } from '../../../../apps/api/src/platform/database/versioned-cache.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted, join, openChat, postSos, sendText } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

const block = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the dashboard', () => {
  test('says in one sentence that nothing waits, and what to do', async () => {
    await renderAs(guilde.current, 'claire', '/home');
    expect(await screen.findByRole('heading', { level: 1, name: 'Bonjour Claire' })).toBeVisible();
    const now = await block('Maintenant');
    expect(now.getByText(/Rien ne t’attend/)).toBeVisible();
    expect(now.getByText('Aucun SOS pour l’instant')).toBeVisible();
    // The link is in the page's head and, for phones, at its foot; a style sheet shows one of them.
    for (const link of screen.getAllByRole('link', { name: 'Lancer un SOS' }))
      expect(link).toHaveAttribute('href', '/sos/new');
    const invitations = await block('Tes invitations');
    expect(invitations.getByText('30')).toBeVisible();
    expect(invitations.getByRole('link', { name: 'Inviter' })).toHaveAttribute('href', '/profile');
  });

  test('names who invites the member to help, at once, until they have joined', async () => {
    const [claire, paul] = [await guilde.current.as('claire'), await guilde.current.as('paul')];
    granted(await paul.put('/api/settings', { alertsPerDay: 0 }));
    const sos = await postSos(claire, { title: 'Retard du transporteur', specialties: [] });
    const { user } = await renderAs(guilde.current, 'paul', '/home');
    const turn = await block('Maintenant');
    await online();
    granted(await claire.post(`/api/sos/${sos.id}/help-requests`, { memberId: paul.id }));
    const invitation = await turn.findByRole('link', {
      name: /^Claire Martin t’invite à aider\s: «\sRetard du transporteur\s»$/,
    });
    expect(invitation).toHaveAttribute('href', `/sos/${sos.id}`);
    expect(turn.queryByText('Aucun SOS pour l’instant')).toBeNull();
    const said = [...document.querySelectorAll('[data-announcer] p')].map(({ textContent }) => textContent);
    expect(said).toEqual(['Claire Martin t’invite à aider\u00a0: «\u00a0Retard du transporteur\u00a0»']);
    await user.click(invitation);
    const detail = within(await screen.findByRole('region', { name: 'Détail du SOS' }));
    expect(await detail.findByText('Claire Martin t’invite à aider.')).toBeVisible();
    await join(paul, sos.id);
    await waitFor(() => expect(detail.queryByText('Claire Martin t’invite à aider.')).toBeNull());
    expect(granted(await paul.get<Home>('/api/home')).helpRequests).toEqual([]);
  });

  test('opens a drawer with the pages of information', async () => {
    const { user } = await renderAs(guilde.current, 'claire', '/home');
    await user.click(await screen.findByRole('button', { name: 'Informations et aide' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Informations et aide' }));
    expect(drawer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/about',
      '/faq',
      '/contact',
      '/legal',
      '/terms',
      '/privacy',
      '/accessibility',
    ]);
  });

  test('shows the three newest SOS with their state, one’s own last, and follows live', async () => {
    const [claire, karim, paul, lucie] = await Promise.all([
      guilde.current.as('claire'),
      guilde.current.as('karim'),
      guilde.current.as('paul'),
      guilde.current.as('lucie'),
    ]);
    granted(await lucie.put('/api/settings', { alertsPerDay: 0 }));
    for (const title of ['Premier', 'Deuxième']) await postSos(claire, { title, specialties: [] });
    await postSos(lucie, { title: 'Le mien', specialties: [], isUrgent: true });
    await renderAs(guilde.current, 'lucie', '/home');
    const recent = within(await screen.findByRole('list', { name: 'SOS récents' }));
    const shown = () => recent.getAllByRole('link').map((link) => link.textContent);
    await waitFor(() => expect(shown()).toEqual(['Deuxième', 'Premier', 'Le mien']));
    await online();
    const fourth = await postSos(paul, {
      title: 'Quatrième',
      specialties: [],
      description: 'Contexte : tout.',
    });
    await waitFor(() => expect(shown()).toEqual(['Quatrième', 'Deuxième', 'Le mien']));
    const first = within(recent.getAllByRole('listitem')[0] as HTMLElement);
    expect(first.getByText('Ouvert')).toBeVisible();
    expect(first.getByRole('link')).toHaveAccessibleDescription(/4\splaces libres/);
    await join(karim, fourth.id);
    expect(await first.findByText('En cours')).toBeVisible();
    expect(first.getByRole('link')).toHaveAccessibleDescription(/3\splaces libres/);
  });

  test('names what waits: unread messages, and SOS that need what one knows before what is urgent', async () => {
    const [hugo, zoe] = await Promise.all([guilde.current.as('hugo'), guilde.current.as('zoe')]);
    granted(await hugo.put('/api/settings', { alertsPerDay: 0 }));
    const { sos, conversation } = await openChat(hugo, zoe);
    await postSos(zoe, { title: 'Urgent pour tous', specialties: [], isUrgent: true });
    const waiting = await postSos(zoe, { title: 'Tableau de bord faux', specialties: ['data'] });
    await renderAs(guilde.current, 'hugo', '/home');
    const turn = within(await screen.findByRole('list', { name: 'À toi de jouer' }));
    await turn.findByRole('link', { name: /^Zoé a rejoint ton SOS/ });
    await turn.findByRole('link', { name: 'Urgent pour tous' });
    const [joined, ...others] = turn.getAllByRole('link');
    expect(joined).toHaveAccessibleName(/^Zoé a rejoint ton SOS/);
    const [first, second] = others.filter((link) => !/^Un SOS/.test(link.textContent ?? ''));
    expect(first).toHaveAccessibleName('Tableau de bord faux');
    expect(first).toHaveAttribute('href', `/sos/${waiting.id}`);
    expect(second).toHaveAccessibleName('Urgent pour tous');
    expect(screen.getAllByRole('link', { name: 'Urgent pour tous' })).toHaveLength(1);
    expect(screen.queryByRole('link', { name: 'Compte Ads suspendu' })).toBeNull();
    expect(turn.queryByRole('link', { name: /non lu/ })).toBeNull();
    await online();
    await sendText(zoe, conversation.id, 'As-tu une capture ?');
    const unread = await turn.findByRole('link', {
      name: /1\smessage non lu dans «\sCompte Ads suspendu\s»/,
    });
    expect(unread).toHaveAttribute('href', `/chat?sos=${sos.id}`);
  });

  test('tells a member who is not certified why there is nobody to invite', async () => {
    const karim = await guilde.current.as('karim');
    const certified = async (isCertified: boolean) => {
      const { db } = guilde.current.deps;
      const args = [isCertified, karim.id];
      await db.client.execute({ sql: 'update profiles set is_certified = ? where user_id = ?', args });
      await invalidateCache(db);
    };
    await certified(false);
    const home = await renderAs(guilde.current, 'karim', '/home');
    const invitations = await block('Tes invitations');
    expect(await invitations.findByText('Seuls les membres certifiés peuvent inviter.')).toBeVisible();
    expect(invitations.queryByRole('link', { name: 'Inviter' })).toBeNull();
    home.unmount();
    await renderAs(guilde.current, 'karim', '/profile');
    expect(await screen.findByText('Seuls les membres certifiés peuvent inviter.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Inviter' })).toBeNull();
    await certified(true);
  });

  test('says what was asked and resolved since yesterday, and by whom', async () => {
    const [claire, zoe] = await Promise.all([guilde.current.as('claire'), guilde.current.as('zoe')]);
    const { sos } = await openChat(claire, zoe);
    await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: zoe.id }] });
    await renderAs(guilde.current, 'lucie', '/home');
    const since = await block('Depuis hier');
    expect(await since.findByText(/1\srésolu$/)).toBeVisible();
    const resolved = within(since.getByRole('list', { name: 'Résolus depuis hier' }));
    expect(resolved.getByRole('link', { name: /Compte Ads suspendu\s?Résolu avec Zoé/ })).toHaveAttribute(
      'href',
      `/sos/${sos.id}`,
    );
  });

  test('thanks the heroes of the moment, with a link to each', async () => {
    const [claire, karim] = await Promise.all([guilde.current.as('claire'), guilde.current.as('karim')]);
    const { sos, conversation } = await openChat(claire, karim);
    await sendText(karim, conversation.id, 'Voici le formulaire.');
    const { status } = await claire.post(`/api/ratings/resolve/${sos.id}`, {
      ratings: [{ memberId: karim.id }],
    });
    expect(status).toBe(200);
    await renderAs(guilde.current, 'lucie', '/home');
    const heroes = await block('Héros du moment');
    const hero = await heroes.findByRole('link', { name: /Karim Benali/ });
    expect(hero).toHaveAttribute('href', `/profile/${karim.id}`);
    expect(hero).toHaveTextContent(/1\sSOS résolu/);
  });

  test('offers another attempt when it does not load', async () => {
    const client = await guilde.current.as('paul');
    let broken = true;
    const request: Client['request'] = (path, init) =>
      broken && path === '/api/home'
        ? Promise.resolve(Response.json({ error: { code: 'FORBIDDEN', message: 'Panne' } }, { status: 403 }))
        : client.request(path, init);
    const { user } = renderWith(guilde.current, { ...client, request }, '/home');
    await screen.findByText('Impossible de charger l’accueil');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    await waitFor(() => expect(screen.getByText('Héros du moment')).toBeVisible());
  });
});
