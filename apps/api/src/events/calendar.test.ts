import { randomUUID } from 'node:crypto';
import type { CalendarLink, EventDetail } from '@guilde/contracts/events/rules.ts';
import { addDays } from '@guilde/contracts/events/time.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entriesIn, hasPython, readByPython } from '../../test/calendar-entries.ts';
import type { Client } from '../../test/client.ts';
import { eventInput, seenEvent, withEvents } from '../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { followZones } from './schedule.ts';
import { calendarLinks, events } from './tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TITLE = 'Retours; remises, et « BEGIN:VEVENT » \\ 🎄';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde({ rateLimits: true });
  [nina, claire, karim] = await Promise.all([guilde.as('nina'), guilde.as('claire'), guilde.as('karim')]);
  await withEvents(guilde);
});
afterEach(() => guilde.close());

const inputOf = (values: Record<string, unknown> = {}) =>
  eventInput(guilde, { title: TITLE, description: 'On compare\nce qui revient.', minutes: 90, ...values });
const propose = async (values: Record<string, unknown> = {}) =>
  granted(await claire.post<EventDetail>('/api/events', inputOf(values)));
const answer = async (client: Client, id: string, state: string) =>
  granted(await client.post<EventDetail>(`/api/events/${id}/answer`, { state }));
const addressOf = async (client: Client) =>
  new URL(granted(await client.post<CalendarLink>('/api/calendar-link')).address ?? '').pathname;
const read = (address: string, headers: Record<string, string> = {}) =>
  guilde.visitor().request(address, { headers });

const host = () => new URL(guilde.deps.config.publicUrl).hostname;

describe('the feed', () => {
  it('has what one hosts, comes to and waits for, and nothing that is not for a calendar', async () => {
    const room = await propose();
    const full = await propose({ capacity: 3 });
    for (const name of ['zoe', 'paul', 'lucie'] as const)
      await answer(await guilde.as(name), full.id, 'going');
    const meeting = await propose({ kind: 'meeting', city: 'Lyon', address: '2 rue Mercière' });
    for (const { id } of [room, meeting]) await answer(karim, id, 'going');
    await answer(karim, full.id, 'waiting');
    const response = await read(await addressOf(karim));
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const found = new Map(entriesIn(text).map((event) => [event.uid, event]));
    expect(found.get(`${room.id}@${host()}`)).toEqual({
      uid: `${room.id}@${host()}`,
      title: TITLE,
      description: `On compare\nce qui revient.\n\n${guilde.deps.config.publicUrl}/events/${room.id}`,
      location: 'En ligne',
      start: room.startsAt,
      end: new Date(Date.parse(room.startsAt) + 90 * 60_000).toISOString(),
      isUtc: true,
      sequence: 0,
      status: 'CONFIRMED',
    });
    expect(found.get(`${full.id}@${host()}`)?.status).toBe('TENTATIVE');
    expect(found.get(`${meeting.id}@${host()}`)?.location).toBe('Lyon. Adresse sur la page de l’événement');
    expect(found.size).toBe(3);
    expect(text).not.toMatch(/visio|Mercière|Claire|Zoé|TZID|VTIMEZONE/);
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n');
    const hosted = entriesIn(await (await read(await addressOf(claire))).text());
    expect(hosted.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
  });

  it('keeps identity and counts changes, and a cancelled event stays thirty days', async () => {
    const room = await propose();
    await answer(karim, room.id, 'going');
    const address = await addressOf(karim);
    const first = async () => entriesIn(await (await read(address)).text())[0];
    const before = await first();
    granted(await claire.put(`/api/events/${room.id}`, { ...inputOf(), title: 'Autre titre' }));
    expect(await first()).toMatchObject({ uid: before?.uid, title: 'Autre titre', sequence: 0 });
    const moved = granted(await claire.put<EventDetail>(`/api/events/${room.id}`, inputOf({ minutes: 60 })));
    expect(await first()).toMatchObject({ uid: before?.uid, sequence: 1 });
    granted(await claire.post(`/api/events/${room.id}/cancel`, { reason: 'Malade' }));
    expect(await first()).toMatchObject({ uid: before?.uid, sequence: 2, status: 'CANCELLED' });
    expect(moved.id).toBe(room.id);
    guilde.clock.advance(31 * DAY_MS);
    expect(await first()).toBeUndefined();
  });

  it('says when the rules of a zone moved an event, as does its page', async () => {
    const { id, startsAt } = await propose();
    await answer(karim, id, 'going');
    const former = { startsAt: Date.parse(startsAt) + HOUR_MS };
    await guilde.deps.db.orm.update(events).set(former).where(eq(events.id, id));
    const address = await addressOf(karim);
    const feed = async () => (await read(address)).text();
    const stampsOf = (text: string): string[] => text.match(/(?:LAST-MODIFIED|DTSTAMP):\S+/g) ?? [];
    const before = stampsOf(await feed());
    expect(before).toHaveLength(2);
    guilde.clock.advance(DAY_MS);
    await followZones(guilde.deps);
    const after = await feed();
    expect(entriesIn(after)).toMatchObject([{ start: startsAt, sequence: 1 }]);
    expect(stampsOf(after).filter((stamp) => before.includes(stamp))).toEqual([]);
    expect((await seenEvent(karim, id)).seat).toMatchObject({ state: 'going', isAsked: true });
  });

  it('keeps the hour that its host gives it while the rules of a zone are followed', async () => {
    const { id, startsAt, localStart } = await propose();
    const { orm } = guilde.deps.db;
    const isIt = eq(events.id, id);
    const later = { localStart: addDays(localStart, 1), startsAt: Date.parse(startsAt) + DAY_MS };
    await orm
      .update(events)
      .set({ startsAt: Date.parse(startsAt) + HOUR_MS })
      .where(isIt);
    await Promise.all([followZones(guilde.deps), orm.update(events).set(later).where(isIt)]);
    expect(await orm.select().from(events).where(isIt)).toMatchObject([later]);
  });

  it('ends with its address: a renewed, revoked or invented one is gone', async () => {
    const former = await addressOf(karim);
    const address = await addressOf(karim);
    const stored = JSON.stringify(await guilde.deps.db.orm.select().from(calendarLinks));
    expect(stored).not.toContain(address.slice(-26, -4));
    expect((await read(address)).status).toBe(200);
    granted(await karim.delete('/api/calendar-link'));
    for (const gone of [former, address, '/api/calendar/AAAAAAAAAAAAAAAAAAAAAA.ics'])
      expect(refusal(await guilde.visitor().get(gone))).toBe('410 CALENDAR_LINK_REVOKED');
    expect((await read('/api/calendar/x.ics')).status).toBe(404);
  });

  it('says 304 while nothing changed, may be kept a quarter of an hour, and sixty readings an hour are enough', async () => {
    const room = await propose();
    const address = await addressOf(karim);
    const empty = await read(address);
    expect(empty.headers.get('cache-control')).toBe('private, max-age=900');
    expect(empty.headers.get('set-cookie')).toBeNull();
    const tag = empty.headers.get('etag') ?? '';
    expect((await read(address, { 'if-none-match': tag })).status).toBe(304);
    await answer(karim, room.id, 'going');
    expect((await read(address, { 'if-none-match': tag })).status).toBe(200);
    const read57 = await Promise.all(Array.from({ length: 57 }, () => read(address)));
    expect(new Set(read57.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await read(address)).status).toBe(429);
  });

  it('counts nothing of addresses that nobody has, of which there is no end', async () => {
    const gone = await Promise.all(
      Array.from({ length: 61 }, () => guilde.visitor().get('/api/calendar/AAAAAAAAAAAAAAAAAAAAAA.ics')),
    );
    expect(new Set(gone.map(refusal))).toEqual(new Set(['410 CALENDAR_LINK_REVOKED']));
  });

  it('notes that it was read, and is empty while the community has no events', async () => {
    const room = await propose();
    await answer(karim, room.id, 'going');
    const address = await addressOf(karim);
    const link = async () => granted(await karim.get<CalendarLink>('/api/calendar-link'));
    expect(await link()).toMatchObject({ lastReadAt: null, address: null });
    await read(address);
    const { lastReadAt } = await link();
    expect(lastReadAt).not.toBeNull();
    guilde.clock.advance(HOUR_MS / 2);
    await read(address);
    expect(await link()).toMatchObject({ lastReadAt });
    guilde.clock.advance(HOUR_MS / 2);
    await read(address);
    expect((await link()).lastReadAt).not.toBe(lastReadAt);
    granted(await nina.put('/api/admin/community', { voiceMessages: true, events: false }));
    expect(entriesIn(await (await read(address)).text())).toEqual([]);
    expect(refusal(await karim.get('/api/calendar-link'))).toBe('404 NOT_FOUND');
    expect(refusal(await karim.get(`/api/events/${room.id}/calendar.ics`))).toBe('404 NOT_FOUND');
  });
});

describe('hours', () => {
  const ZONES = [
    ['Europe/Paris', '2027-03-21T18:30', ['2027-03-21T17:30', '2027-03-28T16:30', '2027-04-04T16:30']],
    ['Indian/Reunion', '2027-03-21T18:30', ['2027-03-21T14:30', '2027-03-28T14:30', '2027-04-04T14:30']],
    ['America/Montreal', '2027-03-07T18:30', ['2027-03-07T23:30', '2027-03-14T22:30', '2027-03-21T22:30']],
  ] as const;
  const AUTUMN = [
    ['Europe/Paris', '2026-10-18T18:30', ['2026-10-18T16:30', '2026-10-25T17:30', '2026-11-01T17:30']],
    ['Indian/Reunion', '2026-10-18T18:30', ['2026-10-18T14:30', '2026-10-25T14:30', '2026-11-01T14:30']],
    ['America/Montreal', '2026-10-25T18:30', ['2026-10-25T22:30', '2026-11-01T23:30', '2026-11-08T23:30']],
  ] as const;

  /** One host may propose two open rooms, so that each series is a meeting. */
  async function seriesOf(timeZone: string, localStart: string) {
    const values = { timeZone, localStart, repeat: 'weekly', times: 3, minutes: 60 };
    await propose({ ...values, kind: 'meeting', city: 'Lyon', address: '2 rue Mercière' });
    return (await read(await addressOf(claire))).text();
  }
  const inUtc = (start: string) => `${start}:00.000Z`;

  it.each([...ZONES, ...AUTUMN])('stay on the clock of %s from %s on', async (zone, local, starts) => {
    // The autumn of 2026 has passed when the tests begin.
    guilde.clock.set(Math.min(guilde.clock.now(), Date.parse(`${local}Z`) - 30 * DAY_MS));
    const text = await seriesOf(zone, local);
    expect(entriesIn(text).map(({ start }) => start)).toEqual(starts.map(inUtc));
  });

  it.skipIf(!hasPython)('are the same for python3-icalendar, which this test needs', async () => {
    const text = await seriesOf('Europe/Paris', ZONES[0][1]);
    const seen = readByPython(text).map((entry) => entry.slice(1));
    const isoOf = (start: string, add: number) =>
      new Date(Date.parse(inUtc(start)) + add).toISOString().replace('.000Z', '+00:00');
    expect(seen).toEqual(ZONES[0][2].map((start) => [isoOf(start, 0), isoOf(start, HOUR_MS), 'CONFIRMED']));
  });
});

it('one event is a file for who may see it', async () => {
  const room = await propose();
  const response = await karim.request(`/api/events/${room.id}/calendar.ics`);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="evenement.ics"');
  expect(entriesIn(await response.text())).toMatchObject([
    { uid: `${room.id}@${host()}`, start: room.startsAt },
  ]);
  expect(refusal(await karim.get(`/api/events/${randomUUID()}/calendar.ics`))).toBe('404 NOT_FOUND');
  expect(refusal(await guilde.visitor().get(`/api/events/${room.id}/calendar.ics`))).toBe(
    '401 UNAUTHENTICATED',
  );
});
