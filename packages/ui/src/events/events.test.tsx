import { randomUUID } from 'node:crypto';
import type { EventDetail } from '@guilde/contracts/events/rules.ts';
import { addDays, localTime } from '@guilde/contracts/events/time.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';
import { useEventDrafts } from './event-draft.ts';

const guilde = withGuilde();
const HOUR_MS = 3_600_000;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;

beforeAll(async () => {
  const as = (name: 'nina' | 'claire' | 'karim' | 'zoe' | 'paul') => guilde.current.as(name);
  nina = await as('nina');
  claire = await as('claire');
  karim = await as('karim');
  zoe = await as('zoe');
  paul = await as('paul');
  granted(await nina.put('/api/admin/community', { voiceMessages: true, events: true }));
});
beforeEach(() => useEventDrafts.setState({ byMember: {} }));

const today = () => localTime(guilde.current.clock.now(), 'Europe/Paris').slice(0, 10);
const inDays = (days: number) => `${addDays(`${today()}T00:00`, days).slice(0, 10)}T18:30`;

async function propose(client: Client, values: Record<string, unknown> = {}) {
  const event = {
    ...{ id: randomUUID(), kind: 'room', title: 'Sortir d’un blocage Stripe', description: 'On déroule.' },
    ...{ localStart: inDays(5), timeZone: 'Europe/Paris', minutes: 60, capacity: 3 },
    ...{ link: 'https://visio.exemple.fr/abc', ...values },
  };
  return granted(await client.post<EventDetail>('/api/events', event));
}

const answer = async (client: Client, id: string, state = 'going') =>
  granted(await client.post<EventDetail>(`/api/events/${id}/answer`, { state }));
const cancel = async (client: Client, id: string) =>
  granted(await client.post(`/api/events/${id}/cancel`, { reason: 'Fin du test.' }));
const seen = async (client: Client, id: string) =>
  granted(await client.get<EventDetail>(`/api/events/${id}`));

describe('the list', () => {
  test('invites to propose a Room while nothing is planned', async () => {
    await renderAs(guilde.current, 'claire', '/events');
    expect(await screen.findByText('Aucun événement prévu.')).toBeVisible();
    expect(screen.getByText('Propose une Room sur un sujet que tu maîtrises.')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Proposer un événement' })[0]).toHaveAttribute(
      'href',
      '/events/new',
    );
  });

  test('has a heading for each day with events, says what one does oneself, and follows live', async () => {
    const room = await propose(claire, { capacity: 3 });
    const meeting = await propose(paul, {
      ...{ kind: 'meeting', title: 'Petit déjeuner', city: 'Lyon', address: '2 rue Mercière' },
      localStart: inDays(7),
    });
    const { user, router } = await renderAs(guilde.current, 'karim', '/events');
    const days = async () =>
      (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
    expect(await days()).toHaveLength(2);
    const row = screen.getByRole('link', { name: room.title });
    expect(row).toHaveAccessibleDescription(/Room\s· En ligne\s· Claire .*\s· 3\splaces sur 3/);
    expect(screen.getByText('18 h 30', { selector: 'section:first-of-type span' })).toBeVisible();
    await online();
    for (const client of [karim, zoe, nina]) await answer(client, room.id);
    await waitFor(() => expect(row).toHaveAccessibleDescription(/Complet/));
    expect(screen.getByText('Tu viens')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Filtres/ }));
    await user.selectOptions(screen.getByLabelText('Lieu'), 'Lyon');
    await waitFor(async () => expect(await days()).toHaveLength(1));
    expect(router.state.location.search).toBe('?place=Lyon');
    await user.click(screen.getByRole('radio', { name: 'Les miens' }));
    expect(await screen.findByText('Rien ne correspond à ces filtres.')).toBeVisible();
    await cancel(claire, room.id);
    await cancel(paul, meeting.id);
  });
});

describe('the form', () => {
  test('proposes a Room, keeps the draft until then, and shows each refusal at its field', async () => {
    const { user, unmount } = await renderAs(guilde.current, 'claire', '/events/new');
    await user.type(await screen.findByLabelText('Titre'), 'Parler des retours');
    expect(
      within(screen.getByRole('complementary', { name: 'Aperçu' })).getByText('Parler des retours'),
    ).toBeVisible();
    expect(await screen.findByText('Brouillon enregistré')).toBeVisible();
    unmount();
    const again = await renderAs(guilde.current, 'claire', '/events/new');
    const send = () => again.user.click(screen.getByRole('button', { name: 'Proposer l’événement' }));
    expect(await screen.findByLabelText('Titre')).toHaveValue('Parler des retours');
    const when = screen.getByLabelText('Jour et heure') as HTMLInputElement;
    await send();
    expect(await screen.findByText('Choisis un jour et une heure.')).toBeVisible();
    await again.user.type(screen.getByLabelText('Description'), 'On compare nos politiques.');
    await again.user.type(when, `${today()}T00:10`);
    await send();
    await waitFor(() => expect(when).toHaveAccessibleDescription(/entre 2 h et 180 jours/));
    await again.user.clear(when);
    await again.user.type(when, inDays(4));
    await again.user.clear(screen.getByLabelText('Places'));
    await again.user.type(screen.getByLabelText('Places'), '9');
    await send();
    expect(await screen.findByText('8 places au plus.')).toBeVisible();
    await again.user.clear(screen.getByLabelText('Places'));
    await again.user.type(screen.getByLabelText('Places'), '8');
    expect(screen.getByText('heure de Paris')).toBeVisible();
    await send();
    expect(await screen.findByText('Événement proposé')).toBeVisible();
    await waitFor(() => expect(again.router.state.location.pathname).not.toBe('/events/new'));
    const id = again.router.state.location.pathname.split('/')[2] ?? '';
    expect(await seen(claire, id)).toMatchObject({ localStart: inDays(4), capacity: 8, minutes: 60 });
    expect(useEventDrafts.getState().byMember).toEqual({});
    await cancel(claire, id);
  });

  test('changes an event, and says the clash at that hour', async () => {
    const [room, other] = [await propose(claire), await propose(paul, { localStart: inDays(9) })];
    await answer(claire, other.id);
    const { user } = await renderAs(guilde.current, 'claire', `/events/${room.id}/edit`);
    const title = await screen.findByLabelText('Titre');
    await user.clear(title);
    await user.type(title, 'Après un blocage');
    const when = screen.getByLabelText('Jour et heure');
    await user.clear(when);
    await user.type(when, inDays(9));
    expect(await screen.findByText(/Tu as déjà un événement à cette heure/)).toBeVisible();
    await user.clear(when);
    await user.type(when, inDays(8));
    await waitFor(() => expect(screen.queryByText(/Tu as déjà un événement/)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Après un blocage' })).toBeVisible();
    expect(await seen(claire, room.id)).toMatchObject({
      localStart: inDays(8),
      link: 'https://visio.exemple.fr/abc',
    });
    await cancel(claire, room.id);
    await cancel(paul, other.id);
  });
});

describe('the page', () => {
  test('lets one come, leave, wait when it is full, and take an offered seat', async () => {
    const room = await propose(claire, { capacity: 3 });
    const { user } = await renderAs(guilde.current, 'karim', `/events/${room.id}`);
    expect(await screen.findByText(/^Le lien s’affiche quand tu viens, 15 minutes/)).toBeVisible();
    screen.getByRole('button', { name: 'Je viens' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Tu viens.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Je laisse ma place' })).toHaveFocus();
    expect(screen.getByText('Le lien s’affichera 15 minutes avant le début.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ouvrir la conversation' })).toHaveAttribute(
      'href',
      `/chat?event=${room.id}`,
    );
    await online();
    await user.click(screen.getByRole('button', { name: 'Je laisse ma place' }));
    expect(await screen.findByRole('button', { name: 'Je viens' })).toBeVisible();
    for (const client of [zoe, paul, nina]) await answer(client, room.id);
    expect(await screen.findByText('Complet. Rejoindre la liste d’attente ?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Rejoindre la liste d’attente' }));
    expect(await screen.findByText('Liste d’attente : tu es en 1re position.')).toBeVisible();
    await answer(zoe, room.id, 'declined');
    expect(await screen.findByText('Tu viens.')).toBeVisible();
    await cancel(claire, room.id);
    expect(await screen.findByText('Annulé : Fin du test.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Je laisse ma place' })).toBeNull();
  });

  test('asks again after a change, and answers a whole series', async () => {
    const room = await propose(claire, { repeat: 'weekly', times: 3 });
    const { user } = await renderAs(guilde.current, 'karim', `/events/${room.id}`);
    await user.click(await screen.findByRole('checkbox', { name: /Toute la série/ }));
    await user.click(screen.getByRole('button', { name: 'Je viens' }));
    expect(await screen.findByText('Tu viens.')).toBeVisible();
    for (const { id } of room.series) expect((await seen(karim, id)).seat?.state).toBe('going');
    await online();
    guilde.current.clock.advance(1000);
    const { title, description, timeZone, minutes, capacity } = room;
    const fields = { title, description, timeZone, minutes, capacity, localStart: inDays(6) };
    granted(await claire.put(`/api/events/${room.id}`, fields));
    expect(await screen.findByText('Toujours partant ?')).toBeVisible();
    guilde.current.clock.advance(1000);
    await user.click(screen.getByRole('button', { name: 'Oui' }));
    expect(await screen.findByText('Tu viens.')).toBeVisible();
    granted(await claire.post(`/api/events/${room.id}/cancel`, { reason: 'Fin.', wholeSeries: true }));
  });

  test('shows an address to who comes, the reader’s hour where it differs, and no page for a wrong link', async () => {
    const meeting = await propose(paul, {
      ...{ kind: 'meeting', city: 'Lyon', address: '2 rue Mercière', timeZone: 'Indian/Reunion' },
    });
    const { user } = await renderAs(guilde.current, 'karim', `/events/${meeting.id}`);
    expect(await screen.findByText('L’adresse s’affiche quand tu viens.')).toBeVisible();
    expect(screen.getByText(/^Chez toi : .*heure de Paris/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Je viens' }));
    expect(await screen.findByText('2 rue Mercière')).toBeVisible();
    await cancel(paul, meeting.id);
    await renderAs(guilde.current, 'karim', `/events/${randomUUID()}`);
    expect(await screen.findByText('Cet événement est introuvable')).toBeVisible();
  });
});

describe('hosts', () => {
  test('see who comes, add and remove with a reason, choose cohosts, and cancel', async () => {
    const room = await propose(claire);
    await answer(karim, room.id);
    const { user } = await renderAs(guilde.current, 'claire', `/events/${room.id}`);
    const desk = within(await screen.findByRole('region', { name: 'Organisation' }));
    expect(await desk.findByText('1 confirmé')).toBeVisible();
    const dialog = async () => within(await screen.findByRole('dialog'));
    await user.click(desk.getByRole('button', { name: 'Ajouter un participant' }));
    const adding = await dialog();
    await user.type(adding.getByLabelText('Qui'), 'Zoé');
    await user.click(await adding.findByRole('radio', { name: /Zoé/ }));
    await user.click(adding.getByRole('button', { name: 'Ajouter un participant' }));
    expect(await adding.findByText('Ce champ est requis.')).toBeVisible();
    await user.type(adding.getByLabelText('Motif'), 'Elle intervient.');
    await user.click(adding.getByRole('button', { name: 'Ajouter un participant' }));
    expect(await desk.findByText('2 confirmés')).toBeVisible();
    await user.click(desk.getByRole('button', { name: /Retirer Karim/ }));
    const removing = await dialog();
    await user.type(removing.getByLabelText('Motif'), 'Doublon.');
    await user.click(removing.getByRole('button', { name: 'Retirer' }));
    expect(await desk.findByText('1 confirmé')).toBeVisible();
    expect((await seen(karim, room.id)).seat?.state).toBe('declined');
    await user.click(desk.getByRole('button', { name: 'Ajouter un coorganisateur' }));
    const choosing = await dialog();
    await user.type(choosing.getByLabelText('Qui'), 'Paul');
    await user.click(await choosing.findByRole('radio', { name: /Paul/ }));
    await user.click(choosing.getByRole('button', { name: 'Ajouter un coorganisateur' }));
    expect(await desk.findByRole('button', { name: /Retirer Paul/ })).toBeVisible();
    await user.click(desk.getByRole('button', { name: 'Annuler' }));
    const cancelling = await dialog();
    await user.type(cancelling.getByLabelText('Motif'), 'Je suis malade.');
    await user.click(cancelling.getByRole('button', { name: 'Annuler l’événement' }));
    expect(await screen.findByText('Annulé : Je suis malade.')).toBeVisible();
  });

  test('mark who came once it began, and the link of the call is there', async () => {
    const room = await propose(claire);
    await answer(karim, room.id);
    guilde.current.clock.set(Date.parse(room.startsAt) - 10 * 60_000);
    const guest = await renderAs(guilde.current, 'karim', `/events/${room.id}`);
    const link = await screen.findByRole('link', { name: /Rejoindre l’appel/ });
    expect(link).toHaveAttribute('href', 'https://visio.exemple.fr/abc');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByText('visio.exemple.fr')).toBeVisible();
    guest.unmount();
    guilde.current.clock.set(Date.parse(room.startsAt) + 2 * HOUR_MS);
    const { user, unmount } = await renderAs(guilde.current, 'claire', `/events/${room.id}`);
    await user.click(await screen.findByRole('checkbox', { name: /Karim/ }));
    await user.click(screen.getByRole('button', { name: 'Enregistrer la présence' }));
    expect(await screen.findByText('Présence enregistrée')).toBeVisible();
    expect((await seen(await guilde.current.as('claire'), room.id)).seats).toMatchObject([
      { attended: false },
    ]);
    await user.click(screen.getByRole('checkbox', { name: /Karim/ }));
    await user.click(screen.getByRole('button', { name: 'Enregistrer la présence' }));
    await user.click(screen.getByRole('button', { name: 'Écrire le compte rendu' }));
    const writing = within(await screen.findByRole('dialog'));
    await user.type(writing.getByLabelText('Ce qui s’est dit'), 'Envoie le K-bis sans attendre.');
    await user.click(writing.getByRole('button', { name: 'Envoyer' }));
    expect(await screen.findByText('Compte rendu envoyé')).toBeVisible();
    unmount();
    const after = await renderAs(guilde.current, 'karim', `/events/${room.id}`);
    await after.user.click(await screen.findByRole('radio', { name: 'Un peu' }));
    await waitFor(async () => expect((await seen(after.client, room.id)).useful).toBe('little'));
    await after.user.click(screen.getByRole('button', { name: 'Signaler' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Signaler cet événement' }));
    await after.user.selectOptions(dialog.getByLabelText('Motif'), 'Spam');
    await after.user.type(dialog.getByLabelText('Description'), 'Il vend son logiciel.');
    await after.user.click(dialog.getByRole('button', { name: 'Envoyer le signalement' }));
    expect(await screen.findByText('Signalement envoyé')).toBeVisible();
    await after.user.click(await screen.findByRole('link', { name: 'Relire le compte rendu' }));
    expect(await screen.findByText('Envoie le K-bis sans attendre.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Retour à l’événement' })).toHaveAttribute(
      'href',
      `/events/${room.id}`,
    );
  });
});

describe('around it', () => {
  test('gives one’s own calendar an address, shown once, which is renewed and deleted', async () => {
    const { user, platform, unmount } = await renderAs(guilde.current, 'lucie', '/events?scope=mine');
    await user.click(await screen.findByRole('button', { name: 'Créer l’adresse' }));
    const address = (await screen.findByText(/\/api\/calendar\/[\w-]{22}\.ics$/)).textContent;
    expect(screen.getByText(/Google Agenda peut mettre jusqu’à une journée/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copier l’adresse' }));
    expect(platform.copied).toEqual([address]);
    unmount();
    const again = await renderAs(guilde.current, 'lucie', '/events?scope=mine');
    const confirm = async (name: string) => {
      const dialog = within(await screen.findByRole('alertdialog'));
      await again.user.click(dialog.getByRole('button', { name }));
    };
    await again.user.click(await screen.findByRole('button', { name: 'Renouveler' }));
    await confirm('Renouveler');
    expect((await screen.findByText(/\/api\/calendar\//)).textContent).not.toBe(address);
    await again.user.click(screen.getByRole('button', { name: 'Supprimer' }));
    await confirm('Supprimer l’adresse');
    expect(await screen.findByRole('button', { name: 'Créer l’adresse' })).toBeVisible();
    expect(screen.queryByText(/\/api\/calendar\//)).toBeNull();
  });

  test('home says what comes today', async () => {
    const room = await propose(await guilde.current.as('zoe'), {
      localStart: inDays(1),
      title: 'Nos transporteurs',
    });
    guilde.current.clock.set(Date.parse(room.startsAt) - 9 * HOUR_MS);
    await renderAs(guilde.current, 'zoe', '/home');
    const line = await screen.findByRole('link', { name: /^Ce soir 18\sh\s30, Room/ });
    expect(line).toHaveAttribute('href', `/events/${room.id}`);
  });

  test('the back office approves a workshop, hands it over and cancels it', async () => {
    const host = await guilde.current.as('claire');
    const workshop = await propose(host, { kind: 'workshop', title: 'Lire son bilan', capacity: 20 });
    const { user } = await renderAs(guilde.current, 'nina', '/admin/events?status=proposed');
    await user.click(await screen.findByRole('link', { name: 'Lire son bilan' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Lire son bilan' }));
    await user.click(await panel.findByRole('button', { name: 'Approuver' }));
    expect(await screen.findByText('Événement approuvé')).toBeVisible();
    await user.click(await panel.findByRole('button', { name: 'Confier à un autre hôte' }));
    const giving = within(await screen.findByRole('dialog', { name: /\?$/ }));
    await user.type(giving.getByLabelText('Qui'), 'Paul');
    await user.click(await giving.findByRole('radio', { name: /Paul/ }));
    await user.click(giving.getByRole('button', { name: 'Confier à un autre hôte' }));
    expect(await screen.findByText('Événement confié à un autre hôte')).toBeVisible();
    expect((await seen(host, workshop.id)).host?.firstName).toBe('Paul');
    await user.click(await panel.findByRole('button', { name: 'Annuler l’événement' }));
    const cancelling = within(await screen.findByRole('dialog', { name: /\?$/ }));
    await user.selectOptions(cancelling.getByLabelText('Règle'), 'practical');
    await user.type(cancelling.getByLabelText('Motif'), 'Le service d’appel est en panne.');
    await user.click(cancelling.getByRole('button', { name: 'Annuler l’événement' }));
    expect(await screen.findByText('Événement annulé')).toBeVisible();
    expect((await seen(host, workshop.id)).cancelReason).toBe('Le service d’appel est en panne.');
  });
});
