import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { join, openChat, postSos, say } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

const block = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the dashboard', () => {
  test('says in one sentence that nothing waits, and what to do', async () => {
    await renderAs(guilde.current, 'claire', '/home');
    expect(await screen.findByRole('heading', { level: 1, name: 'Bonjour Claire' })).toBeVisible();
    expect((await block('À toi de jouer')).getByText(/Rien ne t’attend/)).toBeVisible();
    expect((await block('SOS récents')).getByText('Aucun SOS pour l’instant')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Lancer un SOS' })).toHaveAttribute('href', '/sos/new');
    const invitations = await block('Tes invitations');
    expect(invitations.getByText('30')).toBeVisible();
    expect(invitations.getByRole('link', { name: 'Inviter' })).toHaveAttribute('href', '/profile');
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
    ]);
  });

  test('shows the three newest SOS with their state, and follows live', async () => {
    const [claire, karim, paul] = await Promise.all([
      guilde.current.as('claire'),
      guilde.current.as('karim'),
      guilde.current.as('paul'),
    ]);
    for (const title of ['Premier', 'Deuxième', 'Troisième'])
      await postSos(claire, { title, specialties: [] });
    await renderAs(guilde.current, 'lucie', '/home');
    const recent = await block('SOS récents');
    expect(await recent.findByText('Troisième')).toBeVisible();
    await online();
    const fourth = await postSos(paul, { title: 'Quatrième', specialties: [], isUrgent: true });
    expect(await recent.findByText('Quatrième')).toBeVisible();
    expect(recent.queryByText('Premier')).toBeNull();
    const first = within(recent.getAllByRole('listitem')[0] as HTMLElement);
    expect(first.getByText('Urgent')).toBeVisible();
    expect(first.getByText('Ouvert')).toBeVisible();
    await join(karim, fourth.id);
    expect(await first.findByText('En cours')).toBeVisible();
  });

  test('names what waits: unread messages, and SOS that need what one knows', async () => {
    const [hugo, zoe] = await Promise.all([guilde.current.as('hugo'), guilde.current.as('zoe')]);
    const { sos, conversation } = await openChat(hugo, zoe);
    const waiting = await postSos(zoe, { title: 'Tableau de bord faux', specialties: ['data'] });
    await renderAs(guilde.current, 'hugo', '/home');
    const turn = await block('À toi de jouer');
    const matching = await turn.findByRole('link', { name: /1\sSOS correspond à tes spécialités/ });
    expect(matching).toHaveAttribute('href', `/sos/${waiting.id}`);
    expect(turn.queryByRole('link', { name: /non lu/ })).toBeNull();
    await online();
    await say(zoe, conversation.id, 'As-tu une capture ?');
    const unread = await turn.findByRole('link', {
      name: /1\smessage non lu dans «\sCompte Ads suspendu\s»/,
    });
    expect(unread).toHaveAttribute('href', `/chat?sos=${sos.id}`);
  });

  test('thanks the heroes of the moment, with a link to each', async () => {
    const [claire, karim] = await Promise.all([guilde.current.as('claire'), guilde.current.as('karim')]);
    const { sos } = await openChat(claire, karim);
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
