import { randomUUID } from 'node:crypto';
import type { EventDetail } from '@guilde/contracts/events/rules.ts';
import { addDays, localTime } from '@guilde/contracts/events/time.ts';
import type { NotificationPage } from '@guilde/contracts/home/rules.ts';
import ICAL from 'ical.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { eventInput, withEvents } from '../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import type { PersonName } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';
import type { Mail } from '../platform/services/mailer.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TITLE = 'Sortir d’un blocage Stripe';

let guilde: Guilde;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  [claire, karim] = await Promise.all([guilde.as('claire'), guilde.as('karim')]);
  await withEvents(guilde);
});
afterEach(() => guilde.close());

const day = () => localTime(guilde.clock.now() + 5 * DAY_MS, 'Europe/Paris').slice(0, 10);

const inputOf = (values: Record<string, unknown> = {}) => eventInput(guilde, { title: TITLE, ...values });
const propose = async (values: Record<string, unknown> = {}) =>
  granted(await claire.post<EventDetail>('/api/events', inputOf(values)));
const answer = async (client: Client, id: string, state: string) =>
  granted(await client.post<EventDetail>(`/api/events/${id}/answer`, { state }));
const seatOf = async (client: Client, id: string) =>
  granted(await client.get<EventDetail>(`/api/events/${id}`)).seat?.state;
const mailsTo = async ({ email }: Client) =>
  (await guilde.mails()).filter(({ to, text }) => to === email && text.includes('participes à un événement'));

/** The room is full, and Hugo waits. */
async function fullRoom(...names: PersonName[]) {
  const room = await propose();
  const guests = await Promise.all(names.map((name) => guilde.as(name)));
  for (const guest of guests) await answer(guest, room.id, 'going');
  const hugo = await guilde.as('hugo');
  await answer(hugo, room.id, 'waiting');
  return { room, guests, hugo };
}

function partOf(mail: Mail | undefined) {
  const calendar = new ICAL.Component(ICAL.parse(mail?.calendar?.content ?? ''));
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('No event');
  const { uid, sequence, attendees } = new ICAL.Event(component);
  return {
    method: [mail?.calendar?.method, calendar.getFirstPropertyValue('method')],
    uid,
    sequence,
    attendees: attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase()),
    status: component.getFirstPropertyValue('status'),
  };
}

const tokenIn = (mail: Mail | undefined) =>
  decodeURIComponent(/je-ne-viens-plus#token=([^\s"&]+)/.exec(mail?.text ?? '')?.[1] ?? '');
const leave = (token: string) => guilde.visitor().post<{ title: string }>('/api/events/leave', { token });

describe('a mail about a seat', () => {
  it('brings a seat won into the calendar of its reader alone, and one lost out of it', async () => {
    const { room, guests, hugo } = await fullRoom('karim', 'zoe', 'paul');
    const [first] = guests;
    if (!first) throw new Error('Nobody comes');
    await answer(first, room.id, 'declined');
    const [mail, ...others] = await mailsTo(hugo);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Une place s’est libérée : tu viens !');
    expect(mail?.text).toContain(`à 18\u00a0h\u00a030 (heure de Paris)`);
    expect(`${mail?.text}${mail?.html}${mail?.calendar?.content}`).not.toMatch(/visio|Zoé|Karim/);
    const uid = `${room.id}@${new URL(guilde.deps.config.publicUrl).hostname}`;
    const own = { uid, attendees: [`mailto:${hugo.email}`] };
    expect(partOf(mail)).toEqual({
      ...own,
      method: ['REQUEST', 'REQUEST'],
      sequence: 0,
      status: 'CONFIRMED',
    });
    granted(await claire.post(`/api/events/${room.id}/cancel`, { reason: 'Je suis malade' }));
    const cancelled = (await mailsTo(hugo)).at(-1);
    expect(partOf(cancelled)).toEqual({
      ...own,
      method: ['CANCEL', 'CANCEL'],
      sequence: 1,
      status: 'CANCELLED',
    });
    expect(cancelled?.text).toContain('Motif\u00a0: «\u00a0Je suis malade\u00a0»');
    expect(tokenIn(cancelled)).toBe('');
  });

  it('says why a host gave or took it', async () => {
    const room = await propose();
    const path = `/api/events/${room.id}/seats`;
    granted(await claire.post(path, { memberId: karim.id, reason: 'Ton retour manque' }));
    expect((await mailsTo(karim)).at(-1)?.text).toContain('Ton retour manque');
    granted(await claire.post(`${path}/${karim.id}/remove`, { reason: 'On se voit à part' }));
    const mails = await mailsTo(karim);
    expect(mails.map(({ calendar }) => calendar?.method)).toEqual(['REQUEST', 'CANCEL']);
    expect(mails.at(-1)?.text).toContain('On se voit à part');
  });

  it('asks who comes again when the hour changes, in the words of the day', async () => {
    const room = await propose();
    await answer(karim, room.id, 'going');
    const later = addDays(`${day()}T18:30`, 2);
    granted(await claire.put(`/api/events/${room.id}`, inputOf({ localStart: later })));
    const [mail] = await mailsTo(karim);
    expect(mail?.text).toMatch(
      /L’horaire a changé\u00a0: \w+ 24 novembre à 18\u00a0h\u00a030 au lieu de dimanche 22\./,
    );
    expect(partOf(mail)).toMatchObject({ method: ['REQUEST', 'REQUEST'], sequence: 1 });
    expect(await seatOf(karim, room.id)).toBe('going');
  });
});

describe('« Je ne viens plus »', () => {
  it('frees the seat without a session, once, and for no later answer', async () => {
    const { room, guests, hugo } = await fullRoom('karim', 'zoe', 'paul');
    granted(await claire.put(`/api/events/${room.id}`, inputOf({ minutes: 30 })));
    const token = tokenIn((await mailsTo(karim))[0]);
    expect(granted(await leave(token)).title).toBe(TITLE);
    expect([await seatOf(karim, room.id), await seatOf(hugo, room.id)]).toEqual(['declined', 'going']);
    expect(refusal(await leave(token))).toBe('404 EVENT_LINK_INVALID');
    await answer(guests[1] ?? hugo, room.id, 'declined');
    await answer(karim, room.id, 'going');
    expect(refusal(await leave(token))).toBe('404 EVENT_LINK_INVALID');
    expect(await seatOf(karim, room.id)).toBe('going');
  });

  it.each(['', 'abc', `${randomUUID()}.${randomUUID()}.1.forged`])(
    'refuses what is forged: « %s »',
    async (token) => {
      expect((await leave(token)).status).toBe(token === '' ? 422 : 404);
    },
  );
});

describe('reminders', () => {
  it('ask on the evening before and an hour before, also at night, and stop for who left', async () => {
    const room = await propose({ localStart: `${day()}T07:00` });
    await answer(karim, room.id, 'going');
    const zoe = await guilde.as('zoe');
    await answer(zoe, room.id, 'going');
    guilde.clock.set(Date.parse(room.startsAt) - 13 * HOUR_MS);
    const [asked] = await mailsTo(karim);
    expect(asked?.subject).toBe('Tu viens toujours ?');
    expect(granted(await leave(tokenIn(asked))).title).toBe(TITLE);
    guilde.clock.set(Date.parse(room.startsAt) - HOUR_MS + 60_000);
    expect((await mailsTo(zoe)).map(({ subject }) => subject)).toEqual([
      'Tu viens toujours ?',
      `Dans une heure : « ${TITLE} »`,
    ]);
    expect(await mailsTo(karim)).toHaveLength(1);
  });

  it('ask who came at its end, where the event was made longer', async () => {
    const room = await propose();
    await answer(karim, room.id, 'going');
    granted(await claire.put(`/api/events/${room.id}`, inputOf({ minutes: 180 })));
    const subjectsAt = async (hours: number) => {
      guilde.clock.set(Date.parse(room.startsAt) + hours * HOUR_MS);
      return (await mailsTo(claire)).map(({ subject }) => subject);
    };
    expect(await subjectsAt(2)).not.toContain('Qui est venu ?');
    expect(await subjectsAt(3.1)).toContain('Qui est venu ?');
  });

  it('that come late, after an outage, say what is true then', async () => {
    const room = await propose();
    await answer(karim, room.id, 'going');
    guilde.clock.set(Date.parse(room.startsAt) - 6 * HOUR_MS);
    expect((await mailsTo(karim)).at(-1)?.text).toContain(`«\u00a0${TITLE}\u00a0», c’est aujourd’hui.`);
    guilde.clock.set(Date.parse(room.startsAt) - HOUR_MS / 3);
    expect((await mailsTo(karim)).at(-1)?.text).toContain('commence dans moins d’une heure.');
  });

  it('that come after their event, after an outage, are in no list', async () => {
    const room = await propose();
    await answer(karim, room.id, 'going');
    const reminders = async (client: Client) =>
      granted(await client.get<NotificationPage>('/api/home/told')).items.filter(
        ({ kind }) => kind === 'event-reminder',
      );
    guilde.clock.set(Date.parse(room.startsAt) + 9 * DAY_MS);
    await guilde.deps.jobs.drain();
    expect(await reminders(claire)).toHaveLength(1);
    expect(await reminders(karim)).toHaveLength(1);
    expect((await mailsTo(karim)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Ça t’a servi/),
    );
  });
});

it('a host who gives and takes a seat all day long fills nobody’s mailbox', async () => {
  const room = await propose();
  const at = `/api/events/${room.id}/seats`;
  for (let time = 0; time < 25; time++) {
    granted(await claire.post(at, { memberId: karim.id, reason: 'Viens.' }));
    await guilde.deps.jobs.drain();
    granted(await claire.post(`${at}/${karim.id}/remove`, { reason: 'Finalement non.' }));
    await guilde.deps.jobs.drain();
    guilde.clock.advance(1000);
  }
  expect(await mailsTo(karim)).toHaveLength(40);
  guilde.clock.advance(DAY_MS);
  granted(await claire.post(at, { memberId: karim.id, reason: 'Viens.' }));
  await guilde.deps.jobs.drain();
  expect(await mailsTo(karim)).toHaveLength(41);
});
