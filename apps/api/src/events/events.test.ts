import { randomUUID } from 'node:crypto';
import type { Event, EventDetail, EventPage } from '@guilde/contracts/events/rules.ts';
import { addDays, localTime } from '@guilde/contracts/events/time.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;
let nina: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  zoe = await guilde.as('zoe');
  paul = await guilde.as('paul');
  granted(await nina.put('/api/admin/community', { voiceMessages: true, events: true }));
});
afterEach(() => guilde.close());

/** Five days from now at 18:30 in Paris. */
const inFiveDays = () => `${localTime(guilde.clock.now() + 5 * DAY_MS, 'Europe/Paris').slice(0, 10)}T18:30`;

function eventInput(values: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    kind: 'room',
    title: 'Sortir d’un blocage Stripe',
    description: 'Je l’ai vécu en mars : on déroule ce qui a marché.',
    localStart: inFiveDays(),
    timeZone: 'Europe/Paris',
    minutes: 60,
    capacity: 3,
    link: 'https://visio.exemple.fr/abc',
    specialties: ['ads'],
    ...values,
  };
}

const propose = async (client: Client, values: Record<string, unknown> = {}) =>
  granted(await client.post<EventDetail>('/api/events', eventInput(values)));
const answer = (client: Client, id: string, state = 'going', wholeSeries = false) =>
  client.post<EventDetail>(`/api/events/${id}/answer`, { state, wholeSeries });
const seen = async (client: Client, id: string) =>
  granted(await client.get<EventDetail>(`/api/events/${id}`));
const list = async (client: Client, query = '') =>
  granted(await client.get<EventPage>(`/api/events${query}`)).items;
async function signedInAgain(client: Client): Promise<Client> {
  granted(await client.post('/api/auth/sign-in', { email: client.email, password: PASSWORD }));
  return client;
}
const until = async (event: Pick<Event, 'startsAt'>, before: number) => {
  guilde.clock.set(Date.parse(event.startsAt) - before);
  await guilde.deps.jobs.drain();
};

it('is not found until the team switches it on', async () => {
  const room = await propose(claire);
  granted(await nina.put('/api/admin/community', { voiceMessages: true, events: false }));
  expect(refusal(await karim.get('/api/events'))).toBe('404 NOT_FOUND');
  expect(refusal(await answer(karim, room.id))).toBe('404 NOT_FOUND');
});

it('proposes once, however often it is sent, and shows it to all', async () => {
  const input = eventInput();
  const live = await karim.live();
  const [once, again] = [
    await claire.post<EventDetail>('/api/events', input),
    await claire.post('/api/events', input),
  ];
  expect(granted(again)).toEqual(granted(once));
  expect((await live.next('event.changed')).eventId).toBe(input.id);
  expect(await list(karim)).toMatchObject([
    { id: input.id, taken: 0, capacity: 3, isHost: false, seat: null },
  ]);
  expect(await list(claire, '?scope=mine')).toHaveLength(1);
  expect(await list(karim, '?scope=mine')).toEqual([]);
  expect(await list(karim, '?kind=workshop')).toEqual([]);
  expect(await list(karim, '?specialty=ads&place=online')).toHaveLength(1);
  expect(await list(karim, '?specialty=seo')).toEqual([]);
  expect(await list(karim, `?month=${input.localStart.slice(0, 7)}`)).toHaveLength(1);
});

it('refuses a time that is too near or too far, an hour that does not exist, and a third room', async () => {
  const soon = localTime(guilde.clock.now() + HOUR_MS, 'Europe/Paris');
  const far = addDays(inFiveDays(), 180);
  for (const localStart of [soon, far])
    expect(refusal(await claire.post('/api/events', eventInput({ localStart })))).toBe(
      '409 EVENT_TIME_INVALID',
    );
  const skipped = await claire.post('/api/events', eventInput({ localStart: '2027-03-28T02:30' }));
  expect(skipped.error.fields.localStart).toMatch(/n’existe pas ce jour-là/);
  expect((await claire.post('/api/events', eventInput({ capacity: 9 }))).error.fields).toEqual({
    capacity: '8 places au plus.',
  });
  for (const link of [
    'http://visio.exemple.fr',
    'https://moi:secret@visio.exemple.fr',
    'javascript:alert(1)',
  ])
    expect((await claire.post('/api/events', eventInput({ link }))).error.fields.link).toMatch(/https/);
  await propose(claire, { repeat: 'weekly', times: 3 });
  await propose(claire);
  expect(refusal(await claire.post('/api/events', eventInput()))).toBe('409 EVENT_ROOMS_EXHAUSTED');
  await propose(claire, { kind: 'meeting', city: 'Lyon', address: '2 rue Mercière' });
});

describe('seats', () => {
  it('gives exactly as many as there are to those who answer at once, and the others wait in order', async () => {
    const { id } = await propose(claire);
    const all = await Promise.all(
      (['karim', 'zoe', 'paul', 'lucie', 'hugo', 'nina'] as const).map((name) => guilde.as(name)),
    );
    const answers = await Promise.all(all.map((client) => answer(client, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(refusal))).toEqual(
      new Set(['409 EVENT_FULL']),
    );
    const late = all.filter((_, index) => answers[index]?.status !== 200);
    for (const client of late) granted(await answer(client, id, 'waiting'));
    const positions = await Promise.all(late.map(async (client) => (await seen(client, id)).seat?.position));
    expect(positions).toEqual([1, 2, 3]);
    expect(await seen(claire, id)).toMatchObject({ taken: 3, waiting: 3, capacity: 3 });
  });

  it('gives a freed seat at once until three hours before, and then offers it for half an hour', async () => {
    const room = await propose(claire);
    const { id } = room;
    for (const client of [karim, zoe, paul]) granted(await answer(client, id));
    const [lucie, hugo] = [await guilde.as('lucie'), await guilde.as('hugo')];
    for (const client of [lucie, hugo, nina]) granted(await answer(client, id, 'waiting'));
    await until(room, 4 * HOUR_MS);
    expect(granted(await answer(karim, id, 'declined'))).toMatchObject({
      taken: 3,
      seat: { state: 'declined' },
    });
    expect((await seen(lucie, id)).seat?.state).toBe('going');
    await until(room, 2 * HOUR_MS);
    granted(await answer(zoe, id, 'declined'));
    const offered = (await seen(hugo, id)).seat;
    expect(offered).toMatchObject({ state: 'waiting', position: 1 });
    const left = Date.parse(offered?.offeredUntil ?? '') - guilde.clock.now();
    expect(Math.round(left / 60_000)).toBe(30);
    expect(refusal(await answer(nina, id))).toBe('409 EVENT_FULL');
    await until(room, 1.4 * HOUR_MS);
    expect((await seen(hugo, id)).seat?.state).toBe('declined');
    expect((await seen(nina, id)).seat?.offeredUntil).not.toBeNull();
    expect(granted(await answer(nina, id))).toMatchObject({ taken: 3, seat: { state: 'going' } });
    await guilde.deps.jobs.drain();
    expect(await seen(claire, id)).toMatchObject({ taken: 3, waiting: 0 });
  });

  it('gives raised capacity to those who wait, and keeps enough seats for who comes', async () => {
    const room = await propose(claire);
    for (const client of [karim, zoe, paul]) granted(await answer(client, room.id));
    granted(await answer(nina, room.id, 'waiting'));
    const { id: _id, kind: _kind, ...fields } = eventInput();
    const change = (values: object) =>
      claire.put<EventDetail>(`/api/events/${room.id}`, { ...fields, ...values });
    expect(granted(await change({ capacity: 4 }))).toMatchObject({ taken: 4, revision: 0 });
    expect((await seen(nina, room.id)).seat?.state).toBe('going');
    expect(refusal(await change({ capacity: 3 }))).toBe('409 EVENT_CAPACITY_TAKEN');
    expect(refusal(await karim.put(`/api/events/${room.id}`, fields))).toBe('404 NOT_FOUND');
  });

  it('keeps every seat when the hour changes, and asks again', async () => {
    const room = await propose(claire);
    granted(await answer(karim, room.id));
    granted(await answer(zoe, room.id));
    guilde.clock.advance(HOUR_MS);
    const { id: _id, kind: _kind, ...fields } = eventInput({ localStart: addDays(inFiveDays(), 2) });
    expect(granted(await claire.put(`/api/events/${room.id}`, fields))).toMatchObject({
      revision: 1,
      taken: 2,
    });
    expect((await seen(karim, room.id)).seat).toMatchObject({ state: 'going', isAsked: true });
    guilde.clock.advance(HOUR_MS);
    expect(granted(await karim.post<EventDetail>(`/api/events/${room.id}/confirm`)).seat?.isAsked).toBe(
      false,
    );
    const confirmed = (await seen(claire, room.id)).seats?.map(({ isConfirmed }) => isConfirmed);
    expect(confirmed).toEqual([true, false]);
  });

  it('is full for whom a block separates from somebody inside, in a room and nowhere else', async () => {
    granted(await karim.put(`/api/members/${zoe.id}/block`));
    const room = await propose(claire);
    granted(await answer(karim, room.id));
    expect(refusal(await answer(zoe, room.id))).toBe('409 EVENT_FULL');
    granted(await answer(zoe, room.id, 'waiting'));
    granted(await answer(karim, room.id, 'declined'));
    expect((await seen(zoe, room.id)).seat?.state).toBe('going');
    const meeting = await propose(paul, { kind: 'meeting', city: 'Lyon', address: '2 rue Mercière' });
    granted(await answer(karim, meeting.id));
    granted(await answer(zoe, meeting.id));
  });

  it('answers a whole series, each event with its own seats, over the change of the hour', async () => {
    guilde.clock.set(Date.parse('2027-03-10T09:00:00Z'));
    const [host, guest] = [await signedInAgain(claire), await signedInAgain(karim)];
    const series = await propose(host, { localStart: '2027-03-21T18:30', repeat: 'weekly', times: 3 });
    expect(series.series.map(({ startsAt }) => startsAt)).toEqual([
      '2027-03-21T17:30:00.000Z',
      '2027-03-28T16:30:00.000Z',
      '2027-04-04T16:30:00.000Z',
    ]);
    granted(await answer(guest, series.id, 'going', true));
    expect((await list(guest, '?scope=mine')).map(({ taken }) => taken)).toEqual([1, 1, 1]);
    const [, second] = series.series;
    granted(await answer(guest, second?.id ?? '', 'declined'));
    expect((await list(guest, '?scope=mine')).map(({ id }) => id)).toEqual([series.id, series.series[2]?.id]);
  });
});

describe('what one sees', () => {
  it('shows the link from a quarter of an hour before, and names, address and link to who comes only', async () => {
    const room = await propose(claire);
    granted(await answer(karim, room.id));
    expect(await seen(karim, room.id)).toMatchObject({
      link: null,
      hasLink: true,
      participants: [{ id: karim.id }],
    });
    expect(await seen(zoe, room.id)).toMatchObject({ participants: [], seats: null, link: null });
    await until(room, 16 * 60_000);
    expect((await seen(await guilde.as('karim'), room.id)).link).toBeNull();
    await until(room, 15 * 60_000);
    expect((await seen(karim, room.id)).link).toBe('https://visio.exemple.fr/abc');
    expect((await seen(zoe, room.id)).link).toBeNull();
    const meeting = await propose(paul, {
      kind: 'meeting',
      city: 'Lyon',
      address: '2 rue Mercière',
      localStart: addDays(inFiveDays(), 3),
    });
    expect((await seen(zoe, meeting.id)).address).toBe('');
    expect(granted(await answer(zoe, meeting.id)).address).toBe('2 rue Mercière');
    expect(await list(karim, '?place=Lyon')).toHaveLength(1);
  });

  it('hides a workshop of a member until the team approves it', async () => {
    const workshop = await propose(claire, { kind: 'workshop', capacity: 20 });
    expect(workshop.status).toBe('proposed');
    expect(refusal(await karim.get(`/api/events/${workshop.id}`))).toBe('404 NOT_FOUND');
    expect(refusal(await answer(karim, workshop.id))).toBe('404 NOT_FOUND');
    expect((await seen(nina, workshop.id)).status).toBe('proposed');
    expect(await list(claire)).toEqual([]);
    expect(await list(claire, '?scope=mine')).toHaveLength(1);
    expect((await propose(nina, { kind: 'workshop', capacity: 20 })).status).toBe('published');
  });

  it('says that the member has something else at that hour', async () => {
    const [room, other] = [await propose(claire), await propose(paul)];
    granted(await answer(karim, room.id));
    expect((await seen(karim, other.id)).clash).toEqual({ id: room.id, title: room.title });
    expect((await seen(zoe, other.id)).clash).toBeNull();
  });
});

describe('hosts', () => {
  it('cancels with a reason, once, and nobody answers any more', async () => {
    const room = await propose(claire, { repeat: 'weekly', times: 2 });
    granted(await answer(karim, room.id));
    const cancel = (client: Client) =>
      client.post<EventDetail>(`/api/events/${room.id}/cancel`, {
        reason: 'Je suis malade.',
        wholeSeries: true,
      });
    expect(refusal(await cancel(karim))).toBe('404 NOT_FOUND');
    expect(granted(await cancel(claire))).toMatchObject({
      status: 'cancelled',
      cancelReason: 'Je suis malade.',
      revision: 1,
      series: [{ status: 'cancelled' }, { status: 'cancelled' }],
    });
    expect(refusal(await cancel(claire))).toBe('409 EVENT_CANCELLED');
    expect(refusal(await answer(zoe, room.id))).toBe('409 EVENT_CANCELLED');
  });

  it('adds and removes with a reason, and cohosts do not take a seat', async () => {
    const room = await propose(claire);
    const at = `/api/events/${room.id}`;
    granted(await answer(karim, room.id));
    expect(granted(await claire.put(`${at}/cohosts`, { memberIds: [karim.id] }))).toMatchObject({
      taken: 0,
      cohosts: [{ id: karim.id }],
    });
    expect(refusal(await answer(karim, room.id))).toBe('409 EVENT_OWN');
    expect(
      granted(await karim.post(`${at}/seats`, { memberId: zoe.id, reason: 'Elle intervient.' })),
    ).toMatchObject({
      taken: 1,
    });
    expect(refusal(await zoe.post(`${at}/seats`, { memberId: paul.id, reason: 'Lui aussi.' }))).toBe(
      '404 NOT_FOUND',
    );
    granted(await claire.post(`${at}/seats/${zoe.id}/remove`, { reason: 'Elle ne peut plus.' }));
    expect(refusal(await claire.post(`${at}/seats/${zoe.id}/remove`, { reason: 'Encore.' }))).toBe(
      '404 NOT_FOUND',
    );
    expect(granted(await claire.put(`${at}/cohosts`, { memberIds: [] }))).toMatchObject({
      taken: 0,
      cohosts: [],
    });
    expect((await seen(karim, room.id)).seat?.state).toBe('declined');
  });

  it('marks who came for a week, and three absences send a member to the waiting list', async () => {
    for (let time = 1; time <= 3; time++) {
      const room = await propose(claire);
      for (const client of [karim, zoe]) granted(await answer(client, room.id));
      const attendance = (attended: boolean) =>
        claire.post<EventDetail>(`/api/events/${room.id}/attendance`, {
          seats: [{ memberId: karim.id, attended }],
        });
      expect(refusal(await attendance(false))).toBe('409 EVENT_NOT_STARTED');
      await until(room, -2 * HOUR_MS);
      expect(granted(await attendance(false)).seats).toMatchObject([{ attended: false }, { attended: null }]);
      expect((await seen(zoe, room.id)).seats).toBeNull();
    }
    const next = await propose(paul);
    expect(refusal(await answer(karim, next.id))).toBe('409 EVENT_FULL');
    granted(await answer(karim, next.id, 'waiting'));
    granted(await answer(zoe, next.id));
    await until(next, 23 * HOUR_MS);
    expect((await seen(karim, next.id)).seat?.state).toBe('going');
  });

  it('shows sums of what was useful from five answers on, to hosts only', async () => {
    const room = await propose(claire, { capacity: 8 });
    const guests = await Promise.all(
      (['karim', 'zoe', 'paul', 'lucie', 'hugo'] as const).map((name) => guilde.as(name)),
    );
    for (const guest of guests) granted(await answer(guest, room.id));
    const say = (client: Client, useful: string) => client.post(`/api/events/${room.id}/useful`, { useful });
    expect(refusal(await say(karim, 'yes'))).toBe('409 EVENT_NOT_STARTED');
    await until(room, -2 * HOUR_MS);
    for (const guest of guests.slice(0, 4)) granted(await say(guest, 'yes'));
    expect((await seen(claire, room.id)).usefulSums).toBeNull();
    granted(await say(guests[4] ?? karim, 'little'));
    expect((await seen(claire, room.id)).usefulSums).toEqual({ yes: 4, little: 1, no: 0 });
    expect((await seen(karim, room.id)).usefulSums).toBeNull();
    expect(refusal(await say(nina, 'yes'))).toBe('404 NOT_FOUND');
  });
});

it('goes to a cohost or is cancelled when the host leaves, and a guest’s seat is free again', async () => {
  const [alone, shared] = [await propose(claire), await propose(claire)];
  granted(await claire.put(`/api/events/${shared.id}/cohosts`, { memberIds: [karim.id] }));
  granted(await answer(zoe, alone.id));
  for (const client of [zoe, paul, nina]) granted(await answer(client, shared.id));
  granted(await answer(await guilde.as('hugo'), shared.id, 'waiting'));
  granted(await claire.post('/api/account/delete', { password: PASSWORD }));
  expect(await seen(zoe, alone.id)).toMatchObject({
    status: 'cancelled',
    cancelReason: 'L’hôte a quitté Guilde.',
  });
  expect(await seen(karim, shared.id)).toMatchObject({
    host: { id: karim.id },
    cohosts: [],
    status: 'published',
  });
  granted(await zoe.post('/api/account/delete', { password: PASSWORD }));
  expect((await seen(await guilde.as('hugo'), shared.id)).seat?.state).toBe('going');
});
