import { randomUUID } from 'node:crypto';
import { type Home, MATCHING_AMONG, MATCHING_COUNTED } from '@guilde/contracts/home/rules.ts';
import type { SosPage } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, join, postSos, refusal, sendText } from '../../test/scenes.ts';
import { sosRequests, sosSpecialties } from '../sos/tables.ts';

let guilde: Guilde;
/** Claire has the specialties ads, seo and brand. */
let claire: Client;
/** Karim has the specialties ads, cro and data. */
let karim: Client;

const homeOf = async (client: Client) => granted(await client.get<Home>('/api/home'));

beforeAll(async () => {
  guilde = await startGuilde();
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  // No wave asks her, so that all SOS are among the new ones.
  granted(await claire.put('/api/settings', { alertsPerDay: 0 }));
});
afterAll(() => guilde.close());

it('is calm when nothing has happened', async () => {
  expect(await homeOf(claire)).toEqual({
    incidents: [],
    unread: { total: 0, conversation: null },
    helpRequests: [],
    alerts: [],
    matching: { count: 0, first: null },
    forYou: [],
    recentSos: [],
    furtherSos: [],
    sinceYesterday: { posted: 0, resolved: 0, lastResolved: [] },
    topHelpers: [],
    invitationsLeft: 30,
    hasUnreadTold: false,
  });
});

it('shows what waits for me, then what is new', async () => {
  const helped = await postSos(claire, { title: 'Réglé', specialties: ['ads'] });
  const { id: chat } = await join(karim, helped.id);
  const { seq } = await sendText(karim, chat, 'Voici le formulaire');
  granted(await claire.put(`/api/conversations/${chat}/read`, { seq }));
  granted(
    await claire.post(`/api/ratings/resolve/${helped.id}`, { ratings: [{ memberId: karim.id, rating: 5 }] }),
  );
  const first = await postSos(claire, { title: 'Un peu bavard', specialties: [] });
  const second = await postSos(claire, { title: 'Très bavard', specialties: [] });
  const [quiet, loud] = [await join(karim, first.id), await join(karim, second.id)];
  await sendText(karim, quiet.id, 'Un');
  for (const text of ['Un', 'Deux']) await sendText(karim, loud.id, text);
  await postSos(karim, { title: 'Ordinaire', specialties: ['seo'] });
  const urgent = await postSos(karim, { title: 'Pressé', specialties: ['ads', 'brand'], isUrgent: true });
  await postSos(karim, { title: 'Pas pour elle', specialties: ['data'] });
  granted(await claire.post('/api/invitations', { vouched: true, email: 'une.amie@exemple.fr' }));

  const home = await homeOf(claire);
  expect(home.unread).toEqual({
    total: 3,
    conversation: { sosId: second.id, eventId: null, dealId: null, title: 'Très bavard', unread: 2 },
  });
  expect(home.matching).toEqual({ count: 2, first: { id: urgent.id, title: 'Pressé' } });
  expect(home.forYou.map((sos) => sos.title)).toEqual(['Pressé', 'Ordinaire']);
  expect(home.recentSos.map((sos) => sos.title)).toEqual(['Pas pour elle', 'Très bavard', 'Un peu bavard']);
  const feed = granted(await claire.get<SosPage>('/api/sos'));
  for (const sos of [...home.forYou, ...home.recentSos]) expect(feed.items).toContainEqual(sos);
  expect(home.sinceYesterday).toMatchObject({ posted: 6, resolved: 1, lastResolved: [{ title: 'Réglé' }] });
  expect(home.topHelpers).toMatchObject([{ id: karim.id, totalHelpCount: 1 }]);
  expect(home.invitationsLeft).toBe(29);
});

it('offers what is urgent too, nothing that is full, and one’s own after the others’', async () => {
  const zoe = await guilde.as('zoe');
  const helpers = [zoe, await guilde.as('paul'), await guilde.as('hugo'), await guilde.as('lucie')];
  const full = await postSos(karim, { title: 'Complet', specialties: ['ads'], isUrgent: true });
  for (const helper of helpers) await join(helper, full.id);
  const pressing = await postSos(karim, { title: 'Urgent pour tous', specialties: [], isUrgent: true });
  const own = await postSos(claire, { title: 'Le sien', specialties: ['ads'], isUrgent: true });
  const home = await homeOf(claire);
  expect(home.forYou.map((sos) => sos.title)).toEqual(['Pressé', 'Ordinaire', 'Urgent pour tous']);
  expect(home.matching).toMatchObject({ count: 2, first: { title: 'Pressé' } });
  expect(home.recentSos.map((sos) => sos.title)).toEqual(['Complet', 'Pas pour elle', 'Le sien']);
  for (const id of [pressing.id, own.id, full.id])
    await byHand(guilde.deps, (orm) => orm.delete(sosRequests).where(eq(sosRequests.id, id)));
});

it('has an SOS that asks for the member once', async () => {
  const lucie = await guilde.as('lucie');
  granted(await lucie.put('/api/settings', { alertsPerDay: 10 }));
  const { id } = await postSos(karim, { title: 'Pour qui voudra', specialties: [] });
  await guilde.deps.jobs.drain();
  const { alerts, recentSos, furtherSos } = await homeOf(lucie);
  expect(alerts.map((sos) => sos.id)).toContain(id);
  expect([...recentSos, ...furtherSos].map((sos) => sos.id)).not.toContain(id);
});

it('has the newest SOS beside all that ask for the member', async () => {
  const small = await startGuilde({ cast: ['claire', 'karim'] });
  const [author, asked] = [await small.as('karim'), await small.as('claire')];
  granted(await asked.put('/api/settings', { alertsPerDay: 10 }));
  const older = [];
  for (const title of ['Un', 'Deux', 'Trois'])
    older.unshift(await postSos(asked, { title, specialties: [] }));
  for (let count = 0; count < 9; count++) await postSos(author, { specialties: ['data'] });
  await small.deps.jobs.drain();
  const { alerts, recentSos } = await homeOf(asked);
  expect(alerts).toHaveLength(9);
  expect(recentSos.map(({ id }) => id)).toEqual(older.map(({ id }) => id));
  await small.close();
});

it('looks back to the midnight of yesterday in Paris, whenever it was asked before', async () => {
  expect((await homeOf(claire)).sinceYesterday.posted).toBeGreaterThan(0);
  guilde.clock.advance(2 * 86_400_000);
  expect((await homeOf(claire)).sinceYesterday).toEqual({ posted: 0, resolved: 0, lastResolved: [] });
});

it('asks the database a small constant number of times', async () => {
  // The jobs' statements would be counted too.
  await guilde.deps.jobs.stop();
  const execute = vi.spyOn(guilde.deps.db.client, 'execute');
  const statements = async () => {
    await postSos(karim, { specialties: ['ads'] });
    execute.mockClear();
    await homeOf(claire);
    return execute.mock.calls.length;
  };
  const before = await statements();
  expect(await statements()).toBe(before);
  expect(before).toBeLessThanOrEqual(15);
  execute.mockRestore();
});

it('counts what matches no further than the client tells', async () => {
  const { orm } = guilde.deps.db;
  const model = await postSos(karim, { specialties: ['ads'] });
  const [{ position: _position, ...row } = {} as never] = await orm
    .select()
    .from(sosRequests)
    .where(eq(sosRequests.id, model.id));
  const copies = Array.from({ length: MATCHING_COUNTED }, () => ({
    ...row,
    id: randomUUID(),
  }));
  const stored = await byHand(guilde.deps, () =>
    orm.insert(sosRequests).values(copies).returning({ position: sosRequests.position }),
  );
  const needs = stored.map(({ position }) => ({ specialty: 'ads' as const, sosPosition: position }));
  await orm.insert(sosSpecialties).values(needs);
  const { count, first } = (await homeOf(claire)).matching;
  expect(count).toBe(MATCHING_COUNTED);
  const [urgent] = granted(await claire.get<SosPage>('/api/sos?scope=matching')).items;
  expect(first?.id).toBe(urgent?.id);
});

it('looks for what matches among the first of the feed only', async () => {
  const { orm } = guilde.deps.db;
  const mine = await postSos(claire, { specialties: ['data'] });
  const [{ position: _position, ...row } = {} as never] = await orm
    .select()
    .from(sosRequests)
    .where(eq(sosRequests.id, mine.id));
  const { count } = (await homeOf(claire)).matching;
  expect(count).toBeGreaterThan(0);
  const copies = Array.from({ length: MATCHING_AMONG }, () => ({ ...row, id: randomUUID() }));
  await byHand(guilde.deps, () =>
    orm.insert(sosRequests).values(copies.map((copy) => ({ ...copy, feedRank: row.feedRank + 2 }))),
  );
  expect((await homeOf(claire)).matching).toEqual({ count: 0, first: null });
});

it('is for members with a complete profile only', async () => {
  expect(refusal(await guilde.visitor().get('/api/home'))).toBe('401 UNAUTHENTICATED');
  expect(refusal(await (await guilde.as('theo')).get('/api/home'))).toBe('403 PROFILE_INCOMPLETE');
});
