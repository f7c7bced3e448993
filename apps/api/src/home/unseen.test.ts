import type { Unseen } from '@guilde/contracts/home/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join, postSos, sendText } from '../../test/scenes.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = await Promise.all([guilde.as('claire'), guilde.as('karim'), guilde.as('zoe')]);
});
afterAll(() => guilde.close());

const unseenOf = async (client: Client) => granted(await client.get<Unseen>('/api/home/unseen'));

it('names who joined an own SOS until its author reads the conversation, or writes there', async () => {
  const sos = await postSos(claire, { title: 'Compte Ads suspendu', specialties: [] });
  expect(await unseenOf(claire)).toEqual({ ownSos: [], asking: [], decision: null });
  const { id: chat } = await join(karim, sos.id);
  expect((await unseenOf(claire)).ownSos).toMatchObject([
    { id: sos.id, title: 'Compte Ads suspendu', kind: 'joined', helper: { id: karim.id } },
  ]);
  expect((await unseenOf(karim)).ownSos).toEqual([]);
  granted(await claire.put(`/api/conversations/${chat}/read`, { seq: 1 }));
  expect((await unseenOf(claire)).ownSos).toEqual([]);
  await join(zoe, sos.id);
  await sendText(karim, chat, 'Voici le formulaire');
  expect((await unseenOf(claire)).ownSos).toMatchObject([{ helper: { id: zoe.id } }]);
  await sendText(claire, chat, 'Merci');
  expect((await unseenOf(claire)).ownSos).toEqual([]);
});

it('does not name who joined an SOS that has ended since', async () => {
  const ended = await Promise.all([1, 2].map(() => postSos(claire, { specialties: [] })));
  for (const { id } of ended) await join(karim, id);
  const [closed, resolved] = ended.map(({ id }) => id);
  granted(await claire.post(`/api/sos/${closed}/close`));
  granted(await claire.post(`/api/ratings/resolve/${resolved}`, { ratings: [{ memberId: karim.id }] }));
  expect((await unseenOf(claire)).ownSos).toEqual([]);
});

it('has the SOS that ask for a member until they are opened, declined or joined, or have ended', async () => {
  granted(await karim.put('/api/settings', { ...DEFAULT_SETTINGS, alertsPerDay: 10 }));
  const titles = ['Ouvert', 'Refusé', 'Rejoint', 'Fermé', 'Invitation'];
  const all = [];
  for (const title of titles)
    all.push(await postSos(claire, { title, specialties: title === 'Invitation' ? ['tiktok'] : ['cro'] }));
  await guilde.deps.jobs.drain();
  const [opened, declined, joined, closed, invited] = all.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const asking = async () => (await unseenOf(karim)).asking.toSorted();
  expect(await asking()).toEqual([opened, declined, joined, closed, invited].toSorted());
  granted(await karim.post(`/api/sos/${opened}/view`));
  granted(await karim.post(`/api/sos/${declined}/decline`));
  await join(karim, joined);
  granted(await claire.post(`/api/sos/${closed}/close`));
  expect(await asking()).toEqual([invited]);
  granted(await karim.post(`/api/sos/${invited}/view`));
  expect(await asking()).toEqual([]);
  const later = await postSos(claire, { title: 'Sur invitation', specialties: [] });
  granted(await claire.post(`/api/sos/${later.id}/help-requests`, { memberId: karim.id }));
  expect(await asking()).toEqual([later.id]);
});
