import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { answerEvent, propose, seenEvent, withEvents } from '../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted } from '../../test/scenes.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  [nina, claire, karim] = [await guilde.as('nina'), await guilde.as('claire'), await guilde.as('karim')];
  [zoe, paul] = [await guilde.as('zoe'), await guilde.as('paul')];
  await withEvents(guilde);
});
afterEach(() => guilde.close());

const suspend = async (whom: Client) => {
  const order = { rule: 'solicitation', reason: 'Trois messages publicitaires.', days: 7 };
  granted(await nina.post(`/api/admin/users/${whom.id}/suspend`, order));
};

it('hands the events of a suspended host to the cohost, or cancels them and tells it', async () => {
  const shared = await propose(guilde, claire);
  granted(await claire.put(`/api/events/${shared.id}/cohosts`, { memberIds: [zoe.id] }));
  const own = await propose(guilde, claire, { kind: 'meeting', city: 'Lyon', address: '2 rue Mercière' });
  granted(await answerEvent(karim, own.id));
  await suspend(claire);
  expect(await seenEvent(karim, shared.id)).toMatchObject({ status: 'published', host: { id: zoe.id } });
  const cancelled = await seenEvent(karim, own.id);
  expect(cancelled).toMatchObject({ status: 'cancelled', cancelReason: 'L’hôte ne peut plus l’organiser.' });
  await guilde.deps.jobs.drain();
  const mails = (await guilde.mails()).filter(({ to }) => to === karim.email);
  expect(mails.map(({ subject }) => subject).join()).toMatch(/Annulé/);
});

it('frees the seats of a suspended member, also as cohost', async () => {
  const full = await propose(guilde, claire);
  const guests = [zoe, paul, nina];
  for (const guest of guests) granted(await answerEvent(guest, full.id));
  granted(await answerEvent(karim, full.id, 'waiting'));
  await suspend(zoe);
  expect(await seenEvent(karim, full.id)).toMatchObject({ taken: 3, seat: { state: 'going' } });
  const waited = await propose(guilde, claire, { localStart: full.localStart });
  granted(await claire.put(`/api/events/${waited.id}/cohosts`, { memberIds: [paul.id] }));
  await suspend(paul);
  expect((await seenEvent(claire, waited.id)).cohosts).toEqual([]);
  granted(await claire.put(`/api/events/${full.id}`, { ...full, link: '', address: '', capacity: 4 }));
  expect(await seenEvent(claire, full.id)).toMatchObject({ taken: 2, waiting: 0 });
});
