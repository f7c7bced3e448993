import { randomUUID } from 'node:crypto';
import type { Event, EventDetail } from '@guilde/contracts/events/rules.ts';
import { addDays } from '@guilde/contracts/events/time.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
import { notices } from '../notices/tables.ts';
import { jobs } from '../platform/database/tables.ts';
import { planEvents } from './schedule.ts';

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

async function signedInAgain(client: Client): Promise<Client> {
  granted(await client.post('/api/auth/sign-in', { email: client.email, password: PASSWORD }));
  return client;
}
const propose = (client: Client, values?: Record<string, unknown>) => proposed(guilde, client, values);
const input = (values?: Record<string, unknown>) => eventInput(guilde, values);
const until = (event: Pick<Event, 'startsAt'>, before: number) => timeBefore(guilde, event, before);

it('gives exactly as many as there are to those who answer at once, and the others wait in order', async () => {
  const { id } = await propose(claire);
  const all = await Promise.all(
    (['karim', 'zoe', 'paul', 'lucie', 'hugo', 'nina'] as const).map((name) => guilde.as(name)),
  );
  const answers = await Promise.all(all.map((client) => answerEvent(client, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(refusal))).toEqual(
    new Set(['409 EVENT_FULL']),
  );
  const late = all.filter((_, index) => answers[index]?.status !== 200);
  for (const client of late) granted(await answerEvent(client, id, 'waiting'));
  const positions = await Promise.all(
    late.map(async (client) => (await seenEvent(client, id)).seat?.position),
  );
  expect(positions).toEqual([1, 2, 3]);
  expect(await seenEvent(claire, id)).toMatchObject({ taken: 3, waiting: 3, capacity: 3 });
});

it('gives a freed seat at once until three hours before, and then offers it for half an hour', async () => {
  const room = await propose(claire);
  const { id } = room;
  for (const client of [karim, zoe, paul]) granted(await answerEvent(client, id));
  const [lucie, hugo] = [await guilde.as('lucie'), await guilde.as('hugo')];
  for (const client of [lucie, hugo, nina]) granted(await answerEvent(client, id, 'waiting'));
  await until(room, 4 * HOUR_MS);
  const open = await lucie.live();
  expect(granted(await answerEvent(karim, id, 'declined'))).toMatchObject({
    taken: 3,
    seat: { state: 'declined' },
  });
  expect((await seenEvent(lucie, id)).seat?.state).toBe('going');
  await guilde.deps.jobs.drain();
  expect((await open.next('event.told')).title).toBe('Une place s’est libérée\u00a0: tu viens\u202f!');
  open.close();
  await until(room, 2 * HOUR_MS);
  granted(await answerEvent(zoe, id, 'declined'));
  const offered = (await seenEvent(hugo, id)).seat;
  expect(offered).toMatchObject({ state: 'waiting', position: 1 });
  const left = Date.parse(offered?.offeredUntil ?? '') - guilde.clock.now();
  expect(Math.round(left / 60_000)).toBe(30);
  expect(refusal(await answerEvent(nina, id))).toBe('409 EVENT_FULL');
  await until(room, 1.4 * HOUR_MS);
  expect((await seenEvent(hugo, id)).seat?.state).toBe('declined');
  expect((await seenEvent(nina, id)).seat?.offeredUntil).not.toBeNull();
  expect(granted(await answerEvent(nina, id))).toMatchObject({ taken: 3, seat: { state: 'going' } });
  await guilde.deps.jobs.drain();
  expect(await seenEvent(claire, id)).toMatchObject({ taken: 3, waiting: 0 });
});

it('offers the seat of who deletes the account to the next, also while the event runs', async () => {
  const room = await propose(claire);
  for (const client of [karim, zoe, paul]) granted(await answerEvent(client, room.id));
  granted(await answerEvent(nina, room.id, 'waiting'));
  await until(room, -HOUR_MS / 2);
  granted(await karim.post('/api/account/delete', { password: PASSWORD }));
  expect((await seenEvent(nina, room.id)).seat?.offeredUntil).toEqual(expect.any(String));
});

it('offers end and reminders come, also where an import has left no job', async () => {
  const room = await propose(claire);
  for (const client of [karim, zoe, paul]) granted(await answerEvent(client, room.id));
  granted(await answerEvent(nina, room.id, 'waiting'));
  await until(room, 2 * HOUR_MS);
  granted(await answerEvent(karim, room.id, 'declined'));
  const { orm } = guilde.deps.db;
  await orm.delete(jobs);
  await guilde.deps.db.write((tx) => planEvents(tx, guilde.deps));
  await until(room, HOUR_MS);
  expect((await seenEvent(nina, room.id)).seat?.state).toBe('declined');
  const told = await orm.select().from(notices).where(eq(notices.memberId, zoe.id));
  expect(told.map(({ subject }) => subject.split(':')[0])).toContain('hour-before');
});

it('gives raised capacity to those who wait, and keeps enough seats for who comes', async () => {
  const room = await propose(claire);
  for (const client of [karim, zoe, paul]) granted(await answerEvent(client, room.id));
  granted(await answerEvent(nina, room.id, 'waiting'));
  const { id: _id, kind: _kind, ...fields } = input();
  const change = (values: object) =>
    claire.put<EventDetail>(`/api/events/${room.id}`, { ...fields, ...values });
  expect(granted(await change({ capacity: 4 }))).toMatchObject({ taken: 4, revision: 0 });
  expect((await seenEvent(nina, room.id)).seat?.state).toBe('going');
  expect(refusal(await change({ capacity: 3 }))).toBe('409 EVENT_CAPACITY_TAKEN');
  expect(refusal(await karim.put(`/api/events/${room.id}`, fields))).toBe('404 NOT_FOUND');
});

it('keeps every seat when the hour changes, and asks again', async () => {
  const room = await propose(claire);
  granted(await answerEvent(karim, room.id));
  granted(await answerEvent(zoe, room.id));
  guilde.clock.advance(HOUR_MS);
  const { id: _id, kind: _kind, ...fields } = input({ localStart: addDays(inFiveDays(guilde), 2) });
  expect(granted(await claire.put(`/api/events/${room.id}`, fields))).toMatchObject({
    revision: 1,
    taken: 2,
  });
  expect((await seenEvent(karim, room.id)).seat).toMatchObject({ state: 'going', isAsked: true });
  guilde.clock.advance(HOUR_MS);
  expect(granted(await karim.post<EventDetail>(`/api/events/${room.id}/confirm`)).seat?.isAsked).toBe(false);
  const confirmed = (await seenEvent(claire, room.id)).seats?.map(({ isConfirmed }) => isConfirmed);
  expect(confirmed).toEqual([true, false]);
});

it('lets wait whom a block separates from somebody inside, in a room and nowhere else', async () => {
  granted(await karim.put(`/api/members/${zoe.id}/block`));
  const room = await propose(claire);
  granted(await answerEvent(karim, room.id));
  expect(await seenEvent(zoe, room.id)).toMatchObject({ taken: 1, capacity: 3, mustWait: true });
  expect(refusal(await answerEvent(zoe, room.id))).toBe('409 EVENT_WAITING_ONLY');
  const adding = { memberId: zoe.id, reason: 'Elle intervient.' };
  expect(refusal(await claire.post(`/api/events/${room.id}/seats`, adding))).toBe('409 EVENT_WAITING_ONLY');
  for (const client of [karim, paul, claire]) expect((await seenEvent(client, room.id)).mustWait).toBe(false);
  granted(await answerEvent(zoe, room.id, 'waiting'));
  expect(refusal(await answerEvent(zoe, room.id))).toBe('409 EVENT_WAITING_ONLY');
  for (const client of [paul, nina]) granted(await answerEvent(client, room.id));
  expect(refusal(await answerEvent(zoe, room.id))).toBe('409 EVENT_FULL');
  granted(await answerEvent(karim, room.id, 'declined'));
  expect((await seenEvent(zoe, room.id)).seat?.state).toBe('going');
  const meeting = await propose(paul, { kind: 'meeting', city: 'Lyon', address: '2 rue Mercière' });
  granted(await answerEvent(karim, meeting.id));
  granted(await answerEvent(zoe, meeting.id));
});

it('gives nobody a seat, nor makes anybody a cohost, whom a block separates from the host or who is not found', async () => {
  const place = { kind: 'meeting', city: 'Lyon', address: '2 rue Mercière' };
  const [room, meeting] = [await propose(claire), await propose(claire, place)];
  const give = (id: string, memberId: string) =>
    claire.post(`/api/events/${id}/seats`, { memberId, reason: 'Viens donc.' });
  const choose = (id: string, memberId: string) =>
    claire.put(`/api/events/${id}/cohosts`, { memberIds: [memberId] });
  granted(await zoe.put(`/api/members/${claire.id}/block`));
  const acts = [give, choose].flatMap((act) => [room, meeting].map(({ id }) => [act, id] as const));
  const refusals = async (memberId: string) => {
    const seen = new Set<string>();
    for (const [act, id] of acts) seen.add(refusal(await act(id, memberId)));
    return [...seen];
  };
  expect(await refusals(zoe.id)).toEqual(['409 EVENT_WAITING_ONLY']);
  expect(await refusals(randomUUID())).toEqual(['404 NOT_FOUND']);
  const suspension = { reason: 'Essai', rule: 'misuse' };
  granted(await nina.post(`/api/admin/users/${paul.id}/suspend`, suspension));
  expect(await refusals(paul.id)).toEqual(['404 NOT_FOUND']);
  expect(await seenEvent(claire, meeting.id)).toMatchObject({ taken: 0, seats: [], cohosts: [] });
  granted(await give(meeting.id, karim.id));
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
  granted(await answerEvent(guest, series.id, 'going', true));
  expect((await listEvents(guest, '?scope=mine')).map(({ taken }) => taken)).toEqual([1, 1, 1]);
  const [, second] = series.series;
  granted(await answerEvent(guest, second?.id ?? '', 'declined'));
  expect((await listEvents(guest, '?scope=mine')).map(({ id }) => id)).toEqual([
    series.id,
    series.series[2]?.id,
  ]);
});
