import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { members } from '../../../../apps/api/src/auth/tables.ts';
import { incidents } from '../../../../apps/api/src/incidents/tables.ts';
import { sosRequests } from '../../../../apps/api/src/sos/tables.ts';
import { byHand } from '../../../../apps/api/test/by-hand.ts';
import type { Client } from '../../../../apps/api/test/client.ts';
import { granted, postSos } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

let sosId: string;

beforeEach(async () => {
  const { db } = guilde.current.deps;
  await db.orm.delete(incidents);
  await byHand({ db }, (orm) => orm.delete(sosRequests));
  const authors = (['claire', 'karim', 'zoe'] as const).map((name) => guilde.current.as(name));
  await guilde.current.deps.db.orm.update(members).set({ createdAt: new Date(0) });
  for (const author of await Promise.all(authors)) sosId = await report(author);
  await guilde.current.deps.jobs.drain();
});

async function report(author: Client): Promise<string> {
  await guilde.current.deps.db.orm.update(members).set({ createdAt: new Date(0) });
  return (await postSos(author, { title: 'Stripe refuse tout', tool: 'stripe' })).id;
}

test('a banner asks on the dashboard, and takes a vote and another one', async () => {
  const { user } = await renderAs(guilde.current, 'claire', '/home');
  const banner = await screen.findByRole('region', { name: /^Panne en cours.*Stripe$/ });
  const vote = (name: RegExp) => within(banner).getByRole('button', { name });
  await user.click(vote(/^Encore en panne/));
  expect(
    await within(banner).findByRole('button', { name: 'Encore en panne (1)', pressed: true }),
  ).toBeVisible();
  await user.click(vote(/^Ça remarche/));
  expect(await within(banner).findByRole('button', { name: 'Ça remarche (1)', pressed: true })).toBeVisible();
  expect(within(banner).queryByText(/Karim|Zoé/)).toBeNull();
  // The SOS of the others are behind the outage's row.
  const recent = within(await screen.findByRole('list', { name: 'SOS récents' }));
  expect(recent.getAllByRole('link', { name: 'Stripe refuse tout' })).toHaveLength(1);
});

test('the SOS leads to it, and others see nothing', async () => {
  const { unmount } = await renderAs(guilde.current, 'karim', `/sos/${sosId}`);
  expect(await screen.findByRole('region', { name: /^Panne en cours/ })).toBeVisible();
  unmount();
  await renderAs(guilde.current, 'paul', `/sos/${sosId}`);
  await screen.findAllByRole('heading', { name: 'Stripe refuse tout' });
  expect(screen.queryByRole('region', { name: /^Panne/ })).toBeNull();
});

test('the team confirms it', async () => {
  const nina = await guilde.current.as('nina');
  const { items } = granted(
    await nina.get<{ items: { id: string }[] }>('/api/admin/incidents?status=proposed'),
  );
  const { user } = await renderAs(guilde.current, 'nina', `/admin/incidents/${items[0]?.id}`);
  expect(await screen.findAllByRole('link', { name: 'Stripe refuse tout' })).toHaveLength(3);
  await user.click(await screen.findByRole('button', { name: 'Confirmer' }));
  expect(await screen.findByText('Panne confirmée')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Terminer' })).toBeVisible();
});
