import type { EventDetail } from '@guilde/contracts/events/rules.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { inFiveDays, propose as proposed, withEvents } from '../../../../apps/api/test/event-scenes.ts';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';
import { useEventDrafts } from './event-draft.ts';

const guilde = withGuilde();
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;

beforeAll(async () => {
  const as = (name: 'claire' | 'karim' | 'zoe' | 'paul') => guilde.current.as(name);
  [claire, karim] = [await as('claire'), await as('karim')];
  [zoe, paul] = [await as('zoe'), await as('paul')];
  await withEvents(guilde.current);
});
const propose = (client: Client) => proposed(guilde.current, client);

test('one that is answered when its form is left leaves no draft, or says why it failed', async () => {
  const { user, router, platform } = await renderAs(guilde.current, 'karim', '/events/new');
  const fetch = platform.fetch.bind(platform);
  const answers = { now: Promise.withResolvers<void>(), asked: 0 };
  platform.fetch = async (path, init) => {
    if (path === '/api/events' && init?.method === 'POST') {
      answers.asked++;
      await answers.now.promise;
    }
    return fetch(path, init);
  };
  const sendAndLeave = async (count: number) => {
    await user.click(await screen.findByRole('button', { name: 'Proposer l’événement' }));
    await waitFor(() => expect(answers.asked).toBe(count));
    await act(() => router.navigate('/home'));
  };
  await user.type(await screen.findByLabelText('Titre'), 'Proposé en partant');
  await user.type(screen.getByLabelText('Description'), 'On compare nos politiques.');
  await user.type(screen.getByLabelText('Jour et heure'), inFiveDays(guilde.current));
  await sendAndLeave(1);
  answers.now.reject(new TypeError('offline'));
  expect(await screen.findByText('Impossible d’enregistrer l’événement')).toBeVisible();
  answers.now = Promise.withResolvers();
  await act(() => router.navigate('/events/new'));
  expect(await screen.findByLabelText('Titre')).toHaveValue('Proposé en partant');
  await sendAndLeave(2);
  answers.now.resolve();
  expect(await screen.findByText('Événement proposé')).toBeVisible();
  expect(useEventDrafts.getState().byMember).toEqual({});
  expect(router.state.location.pathname).toBe('/home');
});

test('a cohost who was removed does not come back with the next one who is', async () => {
  const room = await propose(karim);
  const memberIds = [claire.id, paul.id];
  granted(await karim.put(`/api/events/${room.id}/cohosts`, { memberIds }));
  const { user, platform } = await renderAs(guilde.current, 'karim', `/events/${room.id}`);
  const remove = (name: string) => screen.findByRole('button', { name: `Retirer ${name}` });
  const [first, next] = [await remove('Claire Martin'), await remove('Paul Durand')];
  const slow = Promise.withResolvers<void>();
  platform.line.slow = slow.promise;
  await user.click(first);
  await user.click(next);
  slow.resolve();
  await waitFor(() => expect(platform.line.waiting).toBe(0));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retirer Claire Martin' })).toBeNull());
  await user.click(await remove('Paul Durand'));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Retirer (Claire|Paul)/ })).toBeNull());
});

test('a cohost chooses no others, but steps down', async () => {
  const room = await propose(claire);
  const memberIds = [karim.id, paul.id];
  granted(await claire.put(`/api/events/${room.id}/cohosts`, { memberIds }));
  const { user } = await renderAs(guilde.current, 'karim', `/events/${room.id}`);
  await user.click(await screen.findByRole('button', { name: 'Ne plus coorganiser' }));
  expect(screen.queryByRole('button', { name: /coorganisateur$/ })).toBeNull();
  const asked = within(await screen.findByRole('alertdialog'));
  await user.click(asked.getByRole('button', { name: 'Ne plus coorganiser' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Organisation' })).toBeNull());
  expect(granted(await claire.get<EventDetail>(`/api/events/${room.id}`)).cohosts).toMatchObject([
    { id: paul.id },
  ]);
});

test('the form of one event is not filled with the text of another', async () => {
  const first = await proposed(guilde.current, zoe, { title: 'Une autre Room' });
  const next = await propose(zoe);
  const { router } = await renderAs(guilde.current, 'zoe', `/events/${next.id}`);
  await screen.findByRole('heading', { level: 1, name: next.title });
  await act(() => router.navigate(`/events/${first.id}/edit`));
  expect(await screen.findByLabelText('Titre')).toHaveValue('Une autre Room');
  await act(() => router.navigate(`/events/${next.id}/edit`));
  expect(await screen.findByLabelText('Titre')).toHaveValue(next.title);
});
