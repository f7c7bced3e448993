import { randomUUID } from 'node:crypto';
import type { AdminEventPage, AdminReportPage } from '@guilde/contracts/admin/rules.ts';
import type { AdminCase, ContestedDecision, TeamDecision } from '@guilde/contracts/cases/rules.ts';
import type { EventDetail } from '@guilde/contracts/events/rules.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { answerEvent, eventInput, propose, seenEvent, withEvents } from '../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { reports } from '../reports/tables.ts';

const HOUR_MS = 3_600_000;
const SALES = { rule: 'solicitation', reason: 'Tu y vends ton logiciel.' };

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;

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

const cancel = (id: string, order: object = SALES) => nina.post(`/api/admin/events/${id}/cancel`, order);
const report = (by: Client, eventId: string, more: object = {}) =>
  by.post('/api/reports/events', {
    ...{ id: randomUUID(), eventId, reason: 'spam', description: 'Il y vend son logiciel.' },
    ...more,
  });

async function mailsTo({ email }: Client) {
  await guilde.deps.jobs.drain();
  return (await guilde.mails()).filter(({ to }) => to === email);
}

async function contestOf(client: Client) {
  const [decision] = granted(await client.get<TeamDecision[]>('/api/decisions'));
  const input = { token: decision?.contestToken, text: 'Je ne vends rien.' };
  granted(await guilde.visitor().post<ContestedDecision>('/api/decisions/contests', input));
}

async function decide(outcome: 'upheld' | 'reversed') {
  const { items } = granted(await nina.get<QueuePage>('/api/admin/queue?kind=contest'));
  expect(items).toMatchObject([{ note: 'Annulation d’un événement' }]);
  const one = granted(await nina.get<AdminCase>(`/api/admin/cases/${items[0]?.id}`));
  const path = `/api/admin/contests/${one.decision?.contest?.id}/decide`;
  return granted(await nina.post<AdminCase>(path, { outcome, answer: 'Après relecture.' }));
}

/** Karim comes, and Zoé waits. */
async function cancelledRoom(order: object = SALES) {
  const room = await propose(guilde, claire);
  for (const client of [karim, nina, paul]) granted(await answerEvent(client, room.id));
  granted(await answerEvent(zoe, room.id, 'waiting'));
  granted(await cancel(room.id, order));
  return room;
}

const decisions = (client: Client) => client.get<TeamDecision[]>('/api/decisions');
const textsTo = async (client: Client) => (await mailsTo(client)).map(({ text }) => text).join('\n');

describe('the cancellation of an event by the team', () => {
  it('tells the host why, and those who come only where it blames nobody', async () => {
    const room = await cancelledRoom();
    expect(await seenEvent(karim, room.id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'L’équipe a annulé cet événement.',
    });
    expect(await textsTo(karim)).toContain('L’équipe a annulé cet événement.');
    expect(await textsTo(karim)).not.toContain(SALES.reason);
    expect((await mailsTo(claire)).filter(({ subject }) => /annulé/i.test(subject))).toHaveLength(1);

    const order = { rule: 'practical', reason: 'La salle est fermée.' };
    const other = await cancelledRoom(order);
    expect((await seenEvent(karim, other.id)).cancelReason).toBe(order.reason);
    expect(await textsTo(zoe)).toContain(order.reason);
    const letter = await textsTo(claire);
    expect(letter).toContain(
      'un événement qui ne peut pas avoir lieu est annulé. Elle ne vous reproche rien.',
    );
    expect(granted(await decisions(claire))).toMatchObject([
      { measure: 'event-cancellation', ...order },
      { measure: 'event-cancellation', ...SALES },
    ]);
    expect(refusal(await cancel(other.id))).toBe('409 EVENT_CANCELLED');
    expect(refusal(await cancel(other.id, { ...order, rule: 'accuracy' }))).toBe('422 INVALID_INPUT');
  });

  it('stands when its contest is refused', async () => {
    const room = await cancelledRoom();
    await contestOf(claire);
    await decide('upheld');
    expect((await seenEvent(karim, room.id)).status).toBe('cancelled');
    expect(await textsTo(claire)).toContain('Nous avons réexaminé notre décision et nous la maintenons.');
  });

  it('is undone when its contest is accepted: seats, waiting list, conversation and reminders are as before', async () => {
    const room = await cancelledRoom();
    await contestOf(claire);
    const one = await decide('reversed');
    expect(one).toMatchObject({
      decision: { outcome: 'event-cancellation', endedAt: expect.any(String) },
      content: { id: room.id, isCancelled: false },
    });
    expect(await seenEvent(karim, room.id)).toMatchObject({
      ...{ status: 'published', cancelReason: '', taken: 3, revision: 2, seat: { state: 'going' } },
    });
    expect((await seenEvent(zoe, room.id)).seat).toMatchObject({ state: 'waiting', position: 1 });
    expect(await textsTo(claire)).toContain('Votre événement a de nouveau lieu, avec les mêmes places.');
    const again = (await mailsTo(karim)).filter(({ subject }) => subject.startsWith('De nouveau prévu'));
    expect(again).toHaveLength(1);
    granted(await karim.get(`/api/conversations/by-event/${room.id}`));
    granted(await answerEvent(karim, room.id, 'declined'));
    expect((await seenEvent(zoe, room.id)).seat?.state).toBe('going');
    guilde.clock.set(Date.parse(room.startsAt) - HOUR_MS);
    expect(await textsTo(zoe)).toMatch(/commence dans une heure/);
  });

  it('is only cancelled in the record once the event should have begun, or its host is suspended', async () => {
    const room = await cancelledRoom();
    await contestOf(claire);
    granted(await nina.post(`/api/admin/users/${claire.id}/suspend`, { ...SALES, days: 7 }));
    await decide('reversed');
    expect((await seenEvent(karim, room.id)).status).toBe('cancelled');
    expect(await textsTo(claire)).toContain('L’événement ne peut plus avoir lieu');

    const late = granted(await karim.post<EventDetail>('/api/events', eventInput(guilde)));
    granted(await cancel(late.id));
    await contestOf(karim);
    guilde.clock.set(Date.parse(late.startsAt));
    await decide('reversed');
    expect((await seenEvent(zoe, late.id)).status).toBe('cancelled');
    expect(await textsTo(karim)).toContain('L’événement ne peut plus avoir lieu');
  });
});

describe('a report of an event', () => {
  it('is about the event, of which it keeps the text, and its cancellation decides it', async () => {
    const room = await propose(guilde, claire);
    const id = randomUUID();
    granted(await report(karim, room.id, { id }));
    granted(await report(karim, room.id, { id }));
    expect(refusal(await report(karim, room.id))).toBe('409 CONTENT_REPORT_PENDING');
    granted(await report(zoe, room.id));
    const member = {
      id: randomUUID(),
      reportedUserId: claire.id,
      reason: 'spam',
      description: 'Elle aussi.',
    };
    granted(await karim.post('/api/reports', member));
    const [mail] = (await mailsTo(nina)).filter(({ text }) => text.includes('un événement de Claire'));
    expect(mail?.text).toContain('/admin/queue/report.');

    const { items } = granted(await nina.get<QueuePage>('/api/admin/queue?kind=report'));
    expect(items.map(({ title, note }) => `${title}, ${note}`)).toEqual([
      'Événement signalé\u00a0: Claire Martin, 2 signalements',
      'Claire Martin, Spam',
    ]);
    const listed = granted(await nina.get<AdminReportPage>('/api/admin/reports')).items;
    expect(listed.map(({ about }) => about)).toEqual(['member', 'event', 'event']);
    const { kind: _kind, id: _id, ...input } = eventInput(guilde, { title: 'Tout autre chose' });
    granted(await claire.put(`/api/events/${room.id}`, input));
    const caseId = items[0]?.id ?? '';
    const one = granted(await nina.get<AdminCase>(`/api/admin/cases/${caseId}`));
    expect(one).toMatchObject({
      subject: 'event',
      member: { id: claire.id },
      content: { id: room.id, title: 'Tout autre chose', ownerId: claire.id, isCancelled: false },
    });
    expect(one.reports[0]?.quote).toBe(`${room.title}\n${room.description}`);
    const other = await propose(guilde, claire);
    expect(refusal(await cancel(other.id, { ...SALES, caseId }))).toBe('404 NOT_FOUND');
    granted(await cancel(room.id, { ...SALES, caseId }));
    expect(granted(await nina.get<AdminCase>(`/api/admin/cases/${caseId}`))).toMatchObject({
      decision: { outcome: 'event-cancellation' },
      content: { isCancelled: true },
    });
    expect(await textsTo(karim)).toContain('L’équipe a examiné ton signalement');
    expect(await textsTo(claire)).not.toMatch(/Karim|Zoé/);
    granted(await report(karim, other.id));
    expect(await guilde.deps.db.orm.$count(reports)).toBe(4);
  });

  it('is of others, and of what one may see', async () => {
    const workshop = await propose(guilde, claire, { kind: 'workshop', capacity: 20 });
    expect(refusal(await report(karim, workshop.id))).toBe('404 NOT_FOUND');
    expect(refusal(await report(claire, workshop.id))).toBe('409 REPORT_SELF');
    expect(refusal(await report(guilde.visitor(), workshop.id))).toBe('401 UNAUTHENTICATED');
    expect(refusal(await report(karim, randomUUID()))).toBe('404 NOT_FOUND');
    const room = await propose(guilde, claire);
    const known = { id: randomUUID() };
    granted(await report(karim, room.id, known));
    expect(refusal(await report(zoe, room.id, known))).toBe('422 INVALID_INPUT');
  });
});

it('lists what comes from the next one on, and what is over from the latest', async () => {
  const at = (day: number) => `${eventInput(guilde).localStart.slice(0, 8)}${day}T18:30`;
  const ids: string[] = [];
  for (const day of [23, 21, 22])
    ids.push(
      (
        await propose(guilde, claire, {
          kind: 'meeting',
          city: 'Lyon',
          address: '2 rue Mercière',
          localStart: at(day),
        })
      ).id,
    );
  const [third, first, second] = ids;
  const listed = async (status: string) => {
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/api/admin/events?status=${status}&limit=1${cursor && `&cursor=${cursor}`}`;
      const page: AdminEventPage = granted(await nina.get<AdminEventPage>(path));
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    return found;
  };
  expect(await listed('coming')).toEqual([first, second, third]);
  for (const id of ids) granted(await claire.post(`/api/events/${id}/cancel`, { reason: 'Malade' }));
  expect(await listed('cancelled')).toEqual([third, second, first]);
});
