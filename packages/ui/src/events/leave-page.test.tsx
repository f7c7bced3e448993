import { randomUUID } from 'node:crypto';
import type { EventDetail } from '@guilde/contracts/events/rules.ts';
import { localTime } from '@guilde/contracts/events/time.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { leaveLink } from '../../../../apps/api/src/events/leave-links.ts';
import { eventSeats } from '../../../../apps/api/src/events/tables.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
const DAY_MS = 86_400_000;

test('gives the seat back with one click, without a session, once', async () => {
  const { current } = guilde;
  const [nina, karim] = [await current.as('nina'), await current.as('karim')];
  await nina.put('/api/admin/community', { voiceMessages: true, events: true });
  const event = {
    ...{
      id: randomUUID(),
      kind: 'meeting',
      title: 'Café',
      description: 'On se voit.',
      capacity: 5,
      minutes: 60,
    },
    ...{ localStart: localTime(current.clock.now() + 5 * DAY_MS, 'Europe/Paris'), timeZone: 'Europe/Paris' },
    ...{ city: 'Lyon', address: '2 rue Mercière' },
  };
  await nina.post('/api/events', event);
  await karim.post(`/api/events/${event.id}/answer`, { state: 'going' });
  const [seat] = await current.deps.db.orm.select().from(eventSeats);
  if (!seat) throw new Error('No seat');
  const { pathname, hash } = new URL(leaveLink(current.deps, seat).url);

  const { user, router } = await renderAs(current, 'visitor', pathname + hash);
  await user.click(await screen.findByRole('button', { name: 'Je ne viens plus' }));
  expect(await screen.findByRole('heading', { name: 'C’est noté' })).toBeVisible();
  expect(router.state.location).toMatchObject({ search: '', hash: '' });
  const { body } = await karim.get<EventDetail>(`/api/events/${event.id}`);
  expect(body.seat?.state).toBe('declined');
});

test('a link that is cut, or used before, says so', async () => {
  const { user } = await renderAs(guilde.current, 'visitor', '/je-ne-viens-plus#token=abc');
  await user.click(await screen.findByRole('button', { name: 'Je ne viens plus' }));
  expect(await screen.findByText('Ce lien n’est plus valable.')).toBeVisible();
});
