import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import {
  answerEvent,
  propose as proposed,
  seenEvent,
  withEvents,
} from '../../../../apps/api/test/event-scenes.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;

beforeAll(async () => {
  const as = (name: 'claire' | 'karim' | 'zoe' | 'paul') => guilde.current.as(name);
  [claire, karim, zoe, paul] = [await as('claire'), await as('karim'), await as('zoe'), await as('paul')];
  await withEvents(guilde.current);
});
const propose = (client: Client, values = {}) => proposed(guilde.current, client, values);

describe('what may not come back is asked for', () => {
  const dialog = async (name: RegExp) => within(await screen.findByRole('alertdialog', { name }));

  test('a seat of a full event, and a place in the waiting list', async () => {
    const [lucie, nina] = [await guilde.current.as('lucie'), await guilde.current.as('nina')];
    const room = await propose(paul);
    for (const client of [karim, lucie, await guilde.current.as('hugo')])
      granted(await answerEvent(client, room.id));
    const { user } = await renderAs(guilde.current, 'karim', `/events/${room.id}`);
    await user.click(await screen.findByRole('button', { name: 'Je laisse ma place' }));
    const leaving = await dialog(/^Laisser ta place/);
    expect(
      leaving.getByText('Ta place ira à la personne suivante, et tu ne la retrouveras peut-être pas.'),
    ).toBeVisible();
    await user.click(leaving.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Je laisse ma place' })).toHaveFocus());
    expect((await seenEvent(karim, room.id)).seat?.state).toBe('going');
    await user.keyboard('{Enter}');
    await user.click((await dialog(/^Laisser ta place/)).getByRole('button', { name: 'Je laisse ma place' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Je viens' })).toHaveFocus());
    await online();
    granted(await answerEvent(nina, room.id));
    await user.click(await screen.findByRole('button', { name: 'Rejoindre la liste d’attente' }));
    await user.click(await screen.findByRole('button', { name: 'Quitter la liste d’attente' }));
    const quitting = await dialog(/^Quitter la liste d’attente/);
    expect(quitting.getByText('Si tu reviens, tu seras en fin de liste.')).toBeVisible();
    granted(await answerEvent(nina, room.id, 'declined'));
    expect(await screen.findByText('Tu viens.')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('the seats of a whole series', async () => {
    const room = await propose(paul, { repeat: 'weekly', times: 2 });
    granted(await answerEvent(karim, room.id));
    const { user } = await renderAs(guilde.current, 'karim', `/events/${room.id}`);
    await user.click(await screen.findByRole('checkbox', { name: /Toute la série/ }));
    await user.click(screen.getByRole('button', { name: 'Je laisse ma place' }));
    const leaving = await dialog(/^Laisser ta place/);
    expect(leaving.getByText(/^Tu laisses ta place à chaque date/)).toBeVisible();
  });
});

test('says to whom no free seat is given that theirs comes by the waiting list', async () => {
  granted(await zoe.put(`/api/members/${karim.id}/block`));
  const room = await propose(claire);
  const { user } = await renderAs(guilde.current, 'karim', `/events/${room.id}`);
  expect(await screen.findByRole('button', { name: 'Je viens' })).toBeVisible();
  await online();
  granted(await answerEvent(zoe, room.id));
  const text = 'Ta place passe par la liste d’attente. La rejoindre ?';
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText(/Complet/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Rejoindre la liste d’attente' }));
  expect(await screen.findByText('Liste d’attente : tu es en 1re position.')).toBeVisible();
});

test('replaces the link of a call that runs', async () => {
  const room = await propose(claire);
  guilde.current.clock.set(Date.parse(room.startsAt) - 10 * 60_000);
  const { user } = await renderAs(guilde.current, 'claire', `/events/${room.id}`);
  await user.click(await screen.findByRole('button', { name: 'Changer le lien' }));
  const changing = within(await screen.findByRole('dialog'));
  const address = changing.getByLabelText('Lien de l’appel');
  await user.clear(address);
  await user.type(address, 'visio.exemple.fr');
  await user.click(changing.getByRole('button', { name: 'Enregistrer' }));
  expect(await changing.findByText(/^Écris une adresse qui commence par https/)).toBeVisible();
  await user.clear(address);
  await user.type(address, 'https://visio.exemple.fr/neuf');
  await user.click(changing.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Lien changé')).toBeVisible();
  const changed = await screen.findByRole('link', { name: /Rejoindre l’appel/ });
  expect(changed).toHaveAttribute('href', 'https://visio.exemple.fr/neuf');
});
