import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { answerEvent, propose as proposed, withEvents } from '../../../../apps/api/test/event-scenes.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
let claire: Client;
let karim: Client;
let zoe: Client;

beforeAll(async () => {
  const as = (name: 'claire' | 'karim' | 'zoe') => guilde.current.as(name);
  [claire, karim, zoe] = [await as('claire'), await as('karim'), await as('zoe')];
  await withEvents(guilde.current);
});
const propose = (client: Client) => proposed(guilde.current, client);

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
