import type { AdminSummaryPage } from '@guilde/contracts/admin/rules.ts';
import type { EventDetail } from '@guilde/contracts/events/rules.ts';
import type { Article, SummaryDraft, SummaryDraftAnswer } from '@guilde/contracts/knowledge/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { answerEvent, propose, timeBefore, withEvents } from '../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { signInAgain } from '../../test/second-factor.ts';
import { consented } from '../../test/summaries.ts';

const HOUR_MS = 3_600_000;
const NOTES =
  'Zoé a fait lever un blocage de quatre semaines. Envoie le K-bis avant qu’on te le demande. ' +
  'Garde deux prestataires de paiement. Écris à karim@exemple.fr pour le modèle.';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;
let nina: Client;
let room: EventDetail;

beforeEach(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  [paul, nina] = [await guilde.as('paul'), await guilde.as('nina')];
  await withEvents(guilde);
  room = await propose(guilde, claire);
  for (const guest of [karim, zoe]) granted(await answerEvent(guest, room.id));
  await timeBefore(guilde, room, -HOUR_MS);
  for (const one of [claire, karim, zoe, paul, nina]) await signInAgain(guilde, one, one.email);
});
afterEach(() => guilde.close());

const write = (client: Client, notes = NOTES, category?: string) =>
  client.post<EventDetail>(`/api/events/${room.id}/notes`, { notes, category });
const look = (client: Client) => client.get<SummaryDraftAnswer>(`/api/knowledge/drafts/${room.id}`);
async function draftFor(client: Client): Promise<SummaryDraft> {
  const { draft } = granted(await look(client));
  if (!draft) throw new Error('There is no draft');
  return draft;
}
async function pendingNotes() {
  const page = granted(await nina.get<AdminSummaryPage>('/api/admin/summaries?status=pending'));
  return page.items.filter(({ origin }) => origin === 'event');
}
async function approve(): Promise<string> {
  const [summary] = await pendingNotes();
  if (!summary) throw new Error('Nothing waits for the team');
  const decision = { privacyLevel: 'members', seen: summary.createdAt };
  granted(await nina.post(`/api/admin/summaries/${summary.id}/approve`, decision));
  return summary.id;
}
const read = (client: Client, id: string) => client.get<Article>(`/api/knowledge/${id}`);

it('tells who was there, who leave sentences out, before the team’s article names nobody', async () => {
  const live = await karim.live();
  granted(await write(claire));
  expect((await live.next('draft.changed')).sourceId).toBe(room.id);
  await guilde.deps.jobs.drain();
  const told = (await guilde.mails()).filter(({ subject }) => subject.startsWith('Un compte rendu à relire'));
  expect(told.map(({ to }) => to).sort()).toEqual([claire, karim, zoe].map(({ email }) => email).sort());
  const draft = await draftFor(karim);
  expect(draft).toMatchObject({
    origin: 'event',
    category: 'other',
    title: room.title,
    isOver: false,
    articleId: null,
  });
  expect(Date.parse(draft.until) - Date.parse(draft.seen)).toBe(48 * HOUR_MS);
  expect(draft.lines).toHaveLength(4);
  expect(JSON.stringify(draft.lines)).not.toMatch(/Zoé|@/);
  for (const outsider of [paul, nina]) expect(refusal(await look(outsider))).toBe('404 NOT_FOUND');
  const left = { seen: draft.seen, place: 2, isVetoed: true };
  granted(await zoe.put(`/api/knowledge/drafts/${room.id}/veto`, left));
  const id = await approve();
  expect(refusal(await read(paul, id))).toBe('404 NOT_FOUND');
  await consented(room.id, claire, karim, zoe);
  const article = granted(await read(paul, id));
  expect(article).toMatchObject({ origin: 'event', eventKind: 'room', sosId: null, participantsCount: 3 });
  expect(article.summary).not.toMatch(/prestataires|Zoé|@/);
  const confirm = (client: Client) => client.put(`/api/knowledge/${id}/worked`);
  for (const source of [claire, karim]) expect(refusal(await confirm(source))).toBe('409 ARTICLE_OWN');
  granted(await confirm(paul));
  expect(refusal(await write(claire))).toBe('409 EVENT_NOTES_DECIDED');
});

it('takes other notes, read again by all, until the team’s decision is published', async () => {
  granted(await write(claire));
  await consented(room.id, karim);
  granted(await write(claire));
  expect((await draftFor(karim)).hasConsented).toBe(true);
  await approve();
  granted(await write(claire, 'Relance le support chaque mardi.', 'legal'));
  expect(await draftFor(karim)).toMatchObject({
    category: 'legal',
    hasConsented: false,
    lines: [{ text: 'Relance le support chaque mardi.' }],
  });
  expect(await pendingNotes()).toHaveLength(1);
  const [summary] = await pendingNotes();
  granted(await nina.post(`/api/admin/summaries/${summary?.id}/reject`, { seen: summary?.createdAt }));
  expect(refusal(await write(claire))).toBe('409 EVENT_NOTES_DECIDED');
});

it('is for hosts only, from the beginning on, and of an event that took place', async () => {
  for (const other of [karim, paul, nina]) expect(refusal(await write(other))).toBe('404 NOT_FOUND');
  expect(refusal(await write(claire, ' '))).toBe('422 INVALID_INPUT');
  const coming = await propose(guilde, claire);
  const early = await claire.post(`/api/events/${coming.id}/notes`, { notes: NOTES });
  expect(refusal(early)).toBe('409 EVENT_NOT_STARTED');
  granted(await claire.post(`/api/events/${coming.id}/cancel`, { reason: 'Je suis malade.' }));
  const cancelled = await claire.post(`/api/events/${coming.id}/notes`, { notes: NOTES });
  expect(refusal(cancelled)).toBe('409 EVENT_CANCELLED');
});

it('has at most twenty lines, which the team can correct, and loses none of the notes', async () => {
  const said = Array.from({ length: 150 }, (_, index) => `Vérifie le point ${index}.`);
  granted(await write(claire, said.join(' ')));
  const { lines } = await draftFor(claire);
  expect(lines.length).toBeLessThanOrEqual(20);
  expect(lines.map(({ text }) => text).join(' ')).toBe(said.join(' '));
});
