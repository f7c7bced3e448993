import type { AdminIncidentDetail } from '@guilde/contracts/admin/rules.ts';
import type { Home } from '@guilde/contracts/home/rules.ts';
import type { Incident } from '@guilde/contracts/incidents/rules.ts';
import type { HideableField, Profile } from '@guilde/contracts/profiles/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, postSos, refusal, settled } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;
let nina: Client;
let lucie: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  [paul, nina, lucie] = [await guilde.as('paul'), await guilde.as('nina'), await guilde.as('lucie')];
  // Newcomers count as one person with whoever sponsored them.
  const { orm } = guilde.deps.db;
  await byHand(guilde.deps, () => orm.update(members).set({ createdAt: new Date(0) }));
});
afterEach(() => guilde.close());

const paysBy = async (client: Client, payments: string[], conversationsOnly: HideableField[] = []) => {
  const { completedAt: _at, ...profile } = granted(await client.get<Profile>('/api/profile'));
  granted(await client.patch('/api/profile', { ...profile, payments, conversationsOnly }));
};
const seen = async (client: Client) => {
  await guilde.deps.jobs.drain();
  return granted(await client.get<Incident[]>('/api/incidents'));
};
const shownTo = (clients: readonly Client[]) =>
  Promise.all(
    clients.map(async (client) => [
      await seen(client),
      granted(await client.get<Home>('/api/home')).incidents,
    ]),
  );
const vote = (client: Client, id: string) =>
  client.put<Incident>(`/api/incidents/${id}/vote`, { answer: 'ongoing' });

it('an incident is the same for others whether somebody has its tool, hides it or has none', async () => {
  for (const client of [paul, nina, lucie]) await paysBy(client, []);
  for (const author of [claire, karim, zoe]) await postSos(author, { title: 'Stripe refuse les paiements' });
  const outsider = await lucie.live();
  const before = await shownTo([claire, nina, lucie]);
  expect(before.map(([listed = []]) => listed.length)).toEqual([1, 0, 0]);
  const [proposed] = await seen(claire);
  const id = proposed?.id ?? '';
  for (const hidden of [[], ['payments']] satisfies HideableField[][]) {
    await paysBy(paul, ['stripe'], hidden);
    expect(await shownTo([claire, nina, lucie])).toEqual(before);
    expect((await seen(paul)).map((one) => one.id)).toEqual([id]);
  }
  // The stack is told of the decision, and a vote is counted without a name.
  const decision = { decision: 'confirm', reason: 'Vérifié' };
  granted(await nina.post<AdminIncidentDetail>(`/api/admin/incidents/${id}/decision`, decision));
  granted(await vote(paul, id));
  expect(await seen(claire)).toEqual([{ ...proposed, state: 'confirmed', ongoing: 1 }]);
  expect([await seen(nina), await seen(lucie)]).toEqual([[], []]);
  expect(refusal(await vote(lucie, id))).toBe('404 NOT_FOUND');
  await settled(outsider);
  expect(outsider.events.filter(({ type }) => type === 'incidents.changed')).toEqual([]);
});
