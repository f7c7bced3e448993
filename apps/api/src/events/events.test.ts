import { EVENTS_PER_MEMBER_MAX, type Event, type EventDetail } from '@guilde/contracts/events/rules.ts';
import { addDays, localTime } from '@guilde/contracts/events/time.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import {
  answerEvent,
  eventInput,
  inFiveDays,
  listEvents,
  propose as proposed,
  seenEvent,
  timeBefore,
  withEvents,
} from '../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';

const HOUR_MS = 3_600_000;
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
  await withEvents(guilde);
});
afterEach(() => guilde.close());

const propose = (client: Client, values?: Record<string, unknown>) => proposed(guilde, client, values);
const input = (values?: Record<string, unknown>) => eventInput(guilde, values);
const until = (event: Pick<Event, 'startsAt'>, before: number) => timeBefore(guilde, event, before);

it('is not found until the team switches it on', async () => {
  const room = await propose(claire);
  granted(await nina.put('/api/admin/community', { voiceMessages: true, events: false }));
  expect(refusal(await karim.get('/api/events'))).toBe('404 NOT_FOUND');
  expect(refusal(await answerEvent(karim, room.id))).toBe('404 NOT_FOUND');
});

it('proposes once, however often it is sent, and shows it to all', async () => {
  const proposal = input();
  const live = await karim.live();
  const [once, again] = [
    await claire.post<EventDetail>('/api/events', proposal),
    await claire.post('/api/events', proposal),
  ];
  expect(granted(again)).toEqual(granted(once));
  expect((await live.next('event.changed')).eventId).toBe(proposal.id);
  expect(await listEvents(karim)).toMatchObject([
    { id: proposal.id, taken: 0, capacity: 3, isHost: false, seat: null },
  ]);
  expect(await listEvents(claire, '?scope=mine')).toHaveLength(1);
  expect(await listEvents(karim, '?scope=mine')).toEqual([]);
  expect(await listEvents(karim, '?kind=workshop')).toEqual([]);
  expect(await listEvents(karim, '?specialty=ads&place=online')).toHaveLength(1);
  expect(await listEvents(karim, '?specialty=seo')).toEqual([]);
  expect(await listEvents(karim, `?month=${proposal.localStart.slice(0, 7)}`)).toHaveLength(1);
});

it('refuses a time that is too near or too far, an hour that does not exist, and a third room', async () => {
  const soon = localTime(guilde.clock.now() + HOUR_MS, 'Europe/Paris');
  const far = addDays(inFiveDays(guilde), 180);
  for (const localStart of [soon, far])
    expect(refusal(await claire.post('/api/events', input({ localStart })))).toBe('409 EVENT_TIME_INVALID');
  const skipped = await claire.post('/api/events', input({ localStart: '2027-03-28T02:30' }));
  expect(skipped.error.fields.localStart).toMatch(/n’existe pas ce jour-là/);
  expect((await claire.post('/api/events', input({ capacity: 9 }))).error.fields).toEqual({
    capacity: '8 places au plus.',
  });
  for (const link of [
    'http://visio.exemple.fr',
    'https://moi:secret@visio.exemple.fr',
    'javascript:alert(1)',
  ])
    expect((await claire.post('/api/events', input({ link }))).error.fields.link).toMatch(/https/);
  await propose(claire, { repeat: 'weekly', times: 3 });
  await propose(claire);
  expect(refusal(await claire.post('/api/events', input()))).toBe('409 EVENT_ROOMS_EXHAUSTED');
  await propose(claire, { kind: 'meeting', city: 'Lyon', address: '2 rue Mercière' });
});

describe('what one sees', () => {
  it('shows the link from a quarter of an hour before, and names, address and link to who comes only', async () => {
    const room = await propose(claire);
    granted(await answerEvent(karim, room.id));
    expect(await seenEvent(karim, room.id)).toMatchObject({
      link: null,
      hasLink: true,
      participants: [{ id: karim.id }],
    });
    expect(await seenEvent(zoe, room.id)).toMatchObject({ participants: [], seats: null, link: null });
    await until(room, 16 * 60_000);
    expect((await seenEvent(await guilde.as('karim'), room.id)).link).toBeNull();
    await until(room, 15 * 60_000);
    expect((await seenEvent(karim, room.id)).link).toBe('https://visio.exemple.fr/abc');
    expect((await seenEvent(zoe, room.id)).link).toBeNull();
    const meeting = await propose(paul, {
      kind: 'meeting',
      city: 'Lyon',
      address: '2 rue Mercière',
      localStart: addDays(inFiveDays(guilde), 3),
    });
    expect((await seenEvent(zoe, meeting.id)).address).toBe('');
    expect(granted(await answerEvent(zoe, meeting.id)).address).toBe('2 rue Mercière');
    expect(await listEvents(karim, '?place=Lyon')).toHaveLength(1);
  });

  it('hides a workshop of a member until the team approves it', async () => {
    const workshop = await propose(claire, { kind: 'workshop', capacity: 20 });
    expect(workshop.status).toBe('proposed');
    expect(refusal(await karim.get(`/api/events/${workshop.id}`))).toBe('404 NOT_FOUND');
    expect(refusal(await answerEvent(karim, workshop.id))).toBe('404 NOT_FOUND');
    expect((await seenEvent(nina, workshop.id)).status).toBe('proposed');
    expect(await listEvents(claire)).toEqual([]);
    expect(await listEvents(claire, '?scope=mine')).toHaveLength(1);
    const named = `?q=${encodeURIComponent('stripe BLÔC')}`;
    expect(await listEvents(karim, named)).toEqual([]);
    expect((await propose(nina, { kind: 'workshop', capacity: 20 })).status).toBe('published');
    const queue = async () =>
      granted(await nina.get<QueuePage>('/api/admin/queue?kind=event')).items.map(({ id }) => id);
    expect(await queue()).toEqual([workshop.id]);
    const live = await claire.live();
    granted(await nina.post(`/api/admin/events/${workshop.id}/approve`));
    await guilde.deps.jobs.drain();
    expect((await live.next('event.told')).title).toMatch(/^Ton atelier est publié/);
    live.close();
    expect(await queue()).toEqual([]);
    expect(await listEvents(karim, named)).toContainEqual(expect.objectContaining({ id: workshop.id }));
    expect(await listEvents(karim, '?q=stripe+autre')).toEqual([]);
    granted(await answerEvent(karim, workshop.id));
  });

  it('publishes of a workshop only what is still to come when the team approves it', async () => {
    await propose(claire, { kind: 'workshop', capacity: 20, repeat: 'weekly', times: 2 });
    const [first, second] = await listEvents(claire, '?scope=mine');
    if (!first || !second) throw new Error('There are two');
    const approve = (id: string) => nina.post<EventDetail>(`/api/admin/events/${id}/approve`);
    await until(first, -HOUR_MS);
    granted(await approve(second.id));
    expect((await seenEvent(nina, second.id)).status).toBe('published');
    expect((await seenEvent(nina, first.id)).status).toBe('proposed');
    expect(refusal(await approve(first.id))).toBe('404 NOT_FOUND');
  });

  it('tells nobody else the id of a workshop that is cancelled before its approval', async () => {
    const live = await karim.live();
    const workshop = await propose(claire, { kind: 'workshop', capacity: 20 });
    granted(await claire.post(`/api/events/${workshop.id}/cancel`, { reason: 'Autre chose.' }));
    const room = await propose(claire);
    expect((await live.next('event.changed')).eventId).toBe(room.id);
    live.close();
  });

  it('says that the member has something else at that hour', async () => {
    const [room, other] = [await propose(claire), await propose(paul)];
    granted(await answerEvent(karim, room.id));
    expect((await seenEvent(karim, other.id)).clash).toEqual({ id: room.id, title: room.title });
    expect((await seenEvent(zoe, other.id)).clash).toBeNull();
  });
});

it('leaves proposals of the day to others: a member has ten, a cancelled one and a series count as one', async () => {
  const meeting = { kind: 'meeting', city: 'Lyon', address: '2 rue Mercière' };
  const first = await propose(claire, meeting);
  granted(await claire.post(`/api/events/${first.id}/cancel`, { reason: 'Autre chose.' }));
  await propose(claire, { ...meeting, repeat: 'weekly', times: 6 });
  for (let count = 2; count < EVENTS_PER_MEMBER_MAX; count += 1) await propose(claire, meeting);
  expect(refusal(await claire.post('/api/events', input(meeting)))).toBe('409 EVENTS_EXHAUSTED');
  await propose(paul, meeting);
  guilde.clock.advance(24 * HOUR_MS);
  await propose(claire, meeting);
});

describe('hosts', () => {
  it('cancels with a reason, once, and nobody answers any more', async () => {
    const room = await propose(claire, { repeat: 'weekly', times: 2 });
    granted(await answerEvent(karim, room.id));
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
    expect(refusal(await answerEvent(zoe, room.id))).toBe('409 EVENT_CANCELLED');
  });

  it('cancels of a series only what the member hosts', async () => {
    const room = await propose(claire, { repeat: 'weekly', times: 3 });
    const [first, second] = room.series.map(({ id }) => id);
    for (const id of [first, second])
      granted(await claire.put(`/api/events/${id}/cohosts`, { memberIds: [karim.id] }));
    const order = { reason: 'Je suis malade.', wholeSeries: true };
    const { series } = granted(await karim.post<EventDetail>(`/api/events/${room.id}/cancel`, order));
    expect(series.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'published']);
  });

  it('adds and removes with a reason, and cohosts do not take a seat', async () => {
    const room = await propose(claire);
    const at = `/api/events/${room.id}`;
    granted(await answerEvent(karim, room.id));
    expect(granted(await claire.put(`${at}/cohosts`, { memberIds: [karim.id] }))).toMatchObject({
      taken: 0,
      cohosts: [{ id: karim.id }],
    });
    expect(refusal(await answerEvent(karim, room.id))).toBe('409 EVENT_OWN');
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
    granted(await claire.put(`${at}/cohosts`, { memberIds: [karim.id, paul.id] }));
    expect(refusal(await karim.put(`${at}/cohosts`, { memberIds: [karim.id] }))).toBe('404 NOT_FOUND');
    expect(granted(await karim.put(`${at}/cohosts`, { memberIds: [zoe.id] }))).toMatchObject({
      taken: 0,
      isHost: false,
      cohosts: [{ id: paul.id }],
    });
    expect(granted(await claire.put(`${at}/cohosts`, { memberIds: [] }))).toMatchObject({ cohosts: [] });
    expect((await seenEvent(karim, room.id)).seat?.state).toBe('declined');
  });

  it('replaces the link of a call that runs until its end, and changes nothing else', async () => {
    const room = await propose(claire);
    for (const client of [karim, paul]) granted(await answerEvent(client, room.id));
    granted(await claire.put(`/api/events/${room.id}/cohosts`, { memberIds: [paul.id] }));
    const replace = (client: Client, link: string) =>
      client.put<EventDetail>(`/api/events/${room.id}/link`, { link });
    const { id: _id, kind: _kind, ...fields } = input();
    const change = () => claire.put(`/api/events/${room.id}`, { ...fields, title: 'Autre' });
    await until(room, -HOUR_MS / 2);
    expect(refusal(await change())).toBe('409 EVENT_RUNNING');
    const live = await karim.live();
    for (const [host, link] of [
      [claire, 'https://visio.exemple.fr/neuf'],
      [paul, 'https://visio.exemple.fr/coorganise'],
    ] as const) {
      granted(await replace(host, link));
      expect((await live.next('event.changed')).eventId).toBe(room.id);
      expect(await seenEvent(karim, room.id)).toMatchObject({ link, title: room.title, revision: 0 });
    }
    live.close();
    for (const client of [karim, zoe])
      expect(refusal(await replace(client, 'https://visio.exemple.fr/a'))).toBe('404 NOT_FOUND');
    for (const link of ['', 'http://visio.exemple.fr', 'https://moi:secret@visio.exemple.fr'])
      expect(refusal(await replace(claire, link))).toBe('422 INVALID_INPUT');
    await until(room, -HOUR_MS);
    expect(refusal(await replace(claire, 'https://visio.exemple.fr/a'))).toBe('409 EVENT_ENDED');
    expect(refusal(await change())).toBe('409 EVENT_ENDED');
  });

  it('marks who came for a week, and three absences send a member to the waiting list', async () => {
    for (let time = 1; time <= 3; time++) {
      const room = await propose(claire);
      for (const client of [karim, zoe]) granted(await answerEvent(client, room.id));
      const attendance = (attended: boolean) =>
        claire.post<EventDetail>(`/api/events/${room.id}/attendance`, {
          seats: [{ memberId: karim.id, attended }],
        });
      expect(refusal(await attendance(false))).toBe('409 EVENT_NOT_STARTED');
      await until(room, -2 * HOUR_MS);
      expect(granted(await attendance(false)).seats).toMatchObject([{ attended: false }, { attended: null }]);
      expect((await seenEvent(zoe, room.id)).seats).toBeNull();
    }
    const next = await propose(paul);
    expect(refusal(await answerEvent(karim, next.id))).toBe('409 EVENT_WAITING_ONLY');
    expect(await seenEvent(karim, next.id)).toMatchObject({ taken: 0, mustWait: true });
    expect((await seenEvent(zoe, next.id)).mustWait).toBe(false);
    granted(await answerEvent(karim, next.id, 'waiting'));
    granted(await answerEvent(zoe, next.id));
    await until(next, 23 * HOUR_MS);
    expect((await seenEvent(karim, next.id)).seat?.state).toBe('going');
  });

  it('shows sums of what was useful from five answers on, to hosts only', async () => {
    const room = await propose(claire, { capacity: 8 });
    const guests = await Promise.all(
      (['karim', 'zoe', 'paul', 'lucie', 'hugo'] as const).map((name) => guilde.as(name)),
    );
    for (const guest of guests) granted(await answerEvent(guest, room.id));
    const say = (client: Client, useful: string) => client.post(`/api/events/${room.id}/useful`, { useful });
    expect(refusal(await say(karim, 'yes'))).toBe('409 EVENT_NOT_STARTED');
    await until(room, -2 * HOUR_MS);
    for (const guest of guests.slice(0, 4)) granted(await say(guest, 'yes'));
    expect((await seenEvent(claire, room.id)).usefulSums).toBeNull();
    granted(await say(guests[4] ?? karim, 'little'));
    expect((await seenEvent(claire, room.id)).usefulSums).toEqual({ yes: 4, little: 1, no: 0 });
    expect((await seenEvent(karim, room.id)).usefulSums).toBeNull();
    expect(refusal(await say(nina, 'yes'))).toBe('404 NOT_FOUND');
  });
});

it('goes to a cohost or is cancelled when the host leaves, and a guest’s seat is free again', async () => {
  const [alone, shared] = [await propose(claire), await propose(claire)];
  granted(await claire.put(`/api/events/${shared.id}/cohosts`, { memberIds: [karim.id] }));
  granted(await answerEvent(zoe, alone.id));
  for (const client of [zoe, paul, nina]) granted(await answerEvent(client, shared.id));
  granted(await answerEvent(await guilde.as('hugo'), shared.id, 'waiting'));
  granted(await claire.post('/api/account/delete', { password: PASSWORD }));
  expect(await seenEvent(zoe, alone.id)).toMatchObject({
    status: 'cancelled',
    cancelReason: 'L’hôte a quitté Guilde.',
  });
  expect(await seenEvent(karim, shared.id)).toMatchObject({
    host: { id: karim.id },
    cohosts: [],
    status: 'published',
  });
  granted(await zoe.post('/api/account/delete', { password: PASSWORD }));
  expect((await seenEvent(await guilde.as('hugo'), shared.id)).seat?.state).toBe('going');
});
